// Writes CSV, knowing nothing of how the package reads it.

export interface CsvStyle {
  readonly delimiter: string;
  readonly quote: string;
  readonly newline: string;
  /** Whether the last row has an end. */
  readonly endsWithNewline: boolean;
  /** Quotes cells that need none. */
  readonly quotesAll: boolean;
}

/** `comment`: cells that begin so are quoted at the beginning of a line. */
export function writeRows(rows: readonly (readonly string[])[], style: CsvStyle, comment?: string): string {
  const { delimiter, quote, newline, endsWithNewline, quotesAll } = style;
  const cell = (text: string, column: number, width: number): string => {
    const isAlone = width === 1 && text === "";
    const needsQuotes = [delimiter, quote, "\r", "\n"].some((mark) => text.includes(mark));
    const isComment = column === 0 && comment !== undefined && text.startsWith(comment);
    if (!(quotesAll || isAlone || needsQuotes || isComment)) return text;
    return quote + text.split(quote).join(quote + quote) + quote;
  };
  const lines = rows.map((row) => row.map((text, i) => cell(text, i, row.length)).join(delimiter));
  return lines.join(newline) + (endsWithNewline ? newline : "");
}
