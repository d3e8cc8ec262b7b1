// How a page is named in addresses and to the reader: its signature, or else the row of its image.

export const nameOfPage = (page) => page.signature || String(page.row);

export const findPage = (book, name) =>
  book.page.get(name) ?? book.pages.find((page) => String(page.row) === name) ?? null;

// What a decision about a page names.
export const subjectOf = (page) =>
  page.signature ? { signature: page.signature } : { image: page.image, ...(page.half ? { half: page.half } : {}) };
