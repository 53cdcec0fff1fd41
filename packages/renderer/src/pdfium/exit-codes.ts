/** Exit code of a program of PDFium for a PDF with a password. */
export const LOCKED = 2
/** Exit code for a PDF without the part that is requested: the sheet, or the attachment. */
export const NOT_FOUND = 3
