"""The physical constants of the simulated shop, with units and reasons.

Lengths of type are in ems of the same body, lengths on paper in millimetres,
tones in grey levels (0 black, 255 white). Spreads are standard deviations.
They were set by eye and by the calibration in docs/simulation.md. Values that
depend on the difficulty are in `difficulty.py`.
"""

from __future__ import annotations

MM_PER_INCH = 25.4
POINTS_PER_INCH = 72.0

# Type ---------------------------------------------------------------------------------------
# Letters were cast in a hand mould: set-width and line vary slightly between sorts.
CASTING_WIDTH = 0.006  # em
CASTING_LINE = 0.006  # em, above or below the line
CASTING_TILT = 0.45  # degrees: the face is not quite straight on its shank
FACE_WEAR = 9.0  # grey levels of ink gained or lost: new sorts print thin, worn ones bold
BENT_TILT = 3.5  # degrees, of a sort that was bent or badly justified
RAISED_LINE = 0.03  # em: a sort that rides up or sinks visibly
NICK_SIZE = 0.09  # em, radius of the part broken off a damaged face
NICK_GROWTH = 0.006  # em per use, of a face that keeps breaking

# Spacing material ----------------------------------------------------------------------------
# Scraps for the last adjustment: paper, card, brass and copper thins.
SCRAPS = (0.012, 0.02, 0.03, 0.045, 0.07)  # em
WORD_SPACE = 0.333  # em: the thick space, three to the em, was the norm

# The forme under pressure --------------------------------------------------------------------
LOCK_UP_PLAY = 0.0035  # em per gap: quoins are never driven in the same way twice
DRIFT = 0.0012  # em per gap and use: spaces work up and letters creep as a skeleton ages
TITLE_SHIFT = 0.6  # mm: the title line is requadded when page numbers change
TITLE_RISE = 0.15  # mm: leads and furniture above the text page
FORME_SKEW = 0.12  # degrees: a page squeezed out of square

# Paper ---------------------------------------------------------------------------------------
SHEET_SCALE = 0.005  # share: printed damp, each sheet shrinks differently when it dries
PAGE_SCALE = 0.0025  # share: the same for each leaf of the sheet
REGISTER = 0.8  # mm, of the second side against the first
LAID_LINES = 1.05  # mm apart, from the wires of the mould
CHAIN_LINES = 24.0  # mm apart

# Inking --------------------------------------------------------------------------------------
INK_SPREAD = 0.045  # mm: ink squeezed beyond the edge of the face
INKING_BY_SHEET = 10.0  # grey levels: ink balls freshly inked or nearly dry
INKING_BY_PAGE = 8.0  # grey levels
INKING_BY_SPOT = 16.0  # grey levels, varying over patches
INKING_PATCH = 14.0  # mm, size of such a patch
INK_GRAIN = 26.0  # grey levels: rough damp paper takes ink unevenly
INK_BITE = 0.25  # share of full pressure at which ink begins to take
INK_FULL = 0.65  # share of full pressure at which it takes fully
INK_TONE = (40, 74)  # grey level of ink on a good scan, where it is thickest
RIM = 0.16  # share of its darkness that ink loses inside a stroke: it is squeezed to the edge
RIM_WIDTH = 0.14  # mm
INK_MOTTLE = 22.0  # grey levels: solid ink varies from fibre to fibre
SLUR_SHARE = 0.06  # share of the pages on which the paper moved under the platen
SLUR = 0.12  # mm, length of the slur
SPECKS = 40.0  # per page, on average: ink, dirt, fibres
SPECK_SIZE = (0.04, 0.24)  # mm

# Show-through --------------------------------------------------------------------------------
SHOW_THROUGH = (0.03, 0.16)  # share of the ink of the other page that is visible
SHOW_THROUGH_BLUR = 0.16  # mm: the paper diffuses it

# The bound leaf in front of the camera -------------------------------------------------------
PHOTO_SKEW = 0.5  # degrees
PHOTO_SCALE = 0.002  # share: focus and height of the cradle
CURL_SQUARE = 0.35  # mm at the far margin: the leaf bends towards the gutter
CURL_CUBE = 0.25  # mm
BOW = 0.25  # mm: a straight line of type sags or rises
WAVE = 0.08  # mm, cockled paper
WAVE_LENGTH = (35.0, 70.0)  # mm

# The scan --------------------------------------------------------------------------------------
SCAN_DPI = 300
SCAN_BLUR = 0.040  # mm: lens and sensor
SCAN_NOISE = 2.6  # grey levels
PAPER_TONE = (196, 218)  # grey level of the unprinted page
PAPER_PATCH_TONE = 3.0  # grey levels: stains, damp, uneven light
PAPER_PATCH = 30.0  # mm
PAPER_GRAIN = 3.2  # grey levels, fibres
LAID_TONE = 1.2  # grey levels
CHAIN_TONE = 1.6  # grey levels
GUTTER_TONE = 26.0  # grey levels of shadow at the gutter
GUTTER_WIDTH = 7.0  # mm

# Microfilm: a small negative, printed hard, scanned in black and white ---------------------------
FILM_DPI = 170
FILM_BLUR = 0.085  # mm
FILM_NOISE = 9.0  # grey levels before thresholding
FILM_EXPOSURE = 7.0  # grey levels, uneven over the frame
FILM_THRESHOLD = 0.60  # tone, as a share of the way from ink to paper
FILM_THRESHOLD_SPREAD = 0.05

# Photographs, which most libraries offer: 25 to 40 pixels per em of the title ---------------
PHOTO_PIXELS = (25.0, 40.0)  # per em of the running title
PHOTO_BLUR = 0.055  # mm
PHOTO_NOISE = 4.0  # grey levels
PHOTO_QUALITY = (45, 80)  # of JPEG
# The ranges from which the noise of a book is drawn: as measured on three real octavos, widened.
PHOTO_LETTERS = (0.7, 3.0)  # times the play of the lock-up
PHOTO_WORDS = (0.004, 0.05)  # em: word spaces and final stops
PHOTO_HEIGHTS = (0.0015, 0.01)  # em, letter by letter
PHOTO_INKING = (0.8, 1.8)  # times the unevenness of inking
PHOTO_SQUEEZE = (0.0, 0.14)  # share of the length, next to the fold
PHOTO_MASKED = (0.0, 0.15)  # share of titles
PHOTO_WORSE = (0.0, 0.2)  # share of pages
FOLD_REACH = (0.15, 0.45)  # of the measure, from the inner edge of the type page
MASKED_DEPTH = (0.08, 0.25)  # em below the tops of capitals
HEIGHT_PLAY = 0.002  # em: how much the height of a letter varies between impressions

# Rendering: the pixel grid, not physics -----------------------------------------
OVERSAMPLING = 2  # type is inked at twice the resolution of the scan
GRAIN_TILE = 512  # pixels: side of the texture tile repeated over the page
