import classes from './RawValue.module.css';

/** The JSON text of a value, whole: it tells the text "12" from the number 12. */
export function RawValue({ raw }: { raw: string }) {
  return <bdi className={classes.raw}>{raw}</bdi>;
}
