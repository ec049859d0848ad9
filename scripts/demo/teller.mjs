const WIDTH = 84;
const INDENT = '     ';

/**
 * Tells the story on a terminal, or keeps silent when only the facts are wanted. Colours only where a person looks on.
 *
 * @param {{ out: NodeJS.WriteStream, silent: boolean, env: NodeJS.ProcessEnv }} options
 */
export function teller({ out, silent, env }) {
  const colours = out.isTTY && !env.NO_COLOR && env.TERM !== 'dumb';
  /** @type {(code: number, text: string) => string} */
  const paint = (code, text) => (colours ? `\u001b[${code}m${text}\u001b[0m` : text);
  /** @type {(line?: string) => void} */
  const print = (line = '') => {
    if (!silent) out.write(`${line}\n`);
  };
  let chapters = 0;

  return {
    /** @param {string} text */
    title: (text) => print(`\n  ${paint(1, text)}`),
    /** @param {string} text */
    aside: (text) => print(`  ${paint(2, text)}`),
    /** @param {string} text */
    chapter: (text) => {
      chapters += 1;
      print(`\n  ${paint(36, String(chapters))}  ${paint(1, text)}`);
    },
    /** @param {string} text */
    say: (text) => {
      for (const line of wrapped(text, WIDTH - INDENT.length)) print(INDENT + line);
    },
    /**
     * Rows of words, in columns.
     *
     * @param {readonly (readonly string[])[]} rows
     */
    table: (rows) => {
      const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => widthOf(row[column] ?? ''))));
      for (const row of rows) {
        const cells = row.map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell)));
        print(`${INDENT}  ${paint(2, cells.join('  ').trimEnd())}`);
      }
    },
    /** @param {string} text */
    holds: (text) => marked(print, paint(32, '✓'), text),
    /** @param {string} text */
    differs: (text) => marked(print, paint(31, '✗'), text),
    gap: () => print(),
  };
}

/** @typedef {ReturnType<typeof teller>} Teller */

/**
 * @param {(line: string) => void} print
 * @param {string} mark
 * @param {string} text
 */
function marked(print, mark, text) {
  const [first = '', ...rest] = wrapped(text, WIDTH - INDENT.length - 2);
  print(`${INDENT}${mark} ${first}`);
  for (const line of rest) print(`${INDENT}  ${line}`);
}

/**
 * @param {string} text
 * @param {number} width
 * @returns {string[]}
 */
export function wrapped(text, width) {
  /** @type {string[]} */
  const lines = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (line !== '' && widthOf(line) + 1 + widthOf(word) > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

/**
 * Columns on a terminal: Chinese characters take two.
 *
 * @param {string} text
 */
export function widthOf(text) {
  const wide = text.match(/[\p{Script=Han}\u3000-\u303f\uff00-\uff60]/gu) ?? [];
  return [...text].length + wide.length;
}
