// A set of things of which one is the current one: arrows move it, Tab leaves the set.
//
// The rows hold names; elements on the screen carry them as data-at. `null` is a hole.

export class Roving {
  // `at`: the one to begin with, where an address names it; it is brought into view.
  constructor(onMove, at = null) {
    this.rows = [];
    this.at = at || null;
    this.onMove = onMove;
    this.moved = Boolean(at);
  }

  // Set what is there now, and keep the current one if it still exists.
  setRows(rows) {
    this.rows = rows;
    if (!this.at || !rows.some((row) => row.includes(this.at))) this.at = rows.flat().find(Boolean) ?? null;
  }

  tabindex(name) {
    return name === this.at ? "0" : "-1";
  }

  // Make one the current one; `focus` brings it into view and focuses it after drawing.
  select(name, { focus = true } = {}) {
    if (!name || (name === this.at && !focus)) return;
    this.at = name;
    this.moved = focus;
    this.onMove(name);
  }

  // Move by rows and columns; holes are jumped over, short rows are met at their end.
  step(down, right) {
    let row = this.rows.findIndex((names) => names.includes(this.at));
    if (row < 0) return;
    let column = this.rows[row].indexOf(this.at);
    for (;;) {
      row += down;
      column += right;
      const names = this.rows[row];
      if (!names || column < 0 || (right && column >= names.length)) return;
      const name = down ? nearest(names, column) : names[column];
      if (name) {
        this.select(name);
        return;
      }
    }
  }

  // Focus the current element after drawing, if the reader moved to it.
  focusMoved(parent) {
    if (!this.moved) return;
    this.moved = false;
    const element = parent.querySelector(`[data-at="${CSS.escape(this.at)}"]`);
    element?.focus({ preventScroll: true });
    element?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  // Arrows for the screen's table of actions; `follow` is what elements name in data-focus, so
  // that a focus by Tab or touch makes them the current one.
  actions(label = "select") {
    return {
      follow: { run: ({ at }) => this.select(at, { focus: false }) },
      left: { key: "ArrowLeft", keys: "← → ↑ ↓", label, run: () => this.step(0, -1) },
      right: { key: "ArrowRight", label: "right", hidden: true, run: () => this.step(0, 1) },
      up: { key: "ArrowUp", label: "up", hidden: true, run: () => this.step(-1, 0) },
      down: { key: "ArrowDown", label: "down", hidden: true, run: () => this.step(1, 0) },
    };
  }
}

function nearest(names, column) {
  const places = [...names.keys()].filter((place) => names[place]);
  places.sort((one, other) => Math.abs(one - column) - Math.abs(other - column));
  return names[places[0]];
}
