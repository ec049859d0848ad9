/** A text in both languages of the console. */
export interface Bilingual {
  readonly en: string;
  readonly zh: string;
}
