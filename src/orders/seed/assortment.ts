export interface Customer {
  readonly name: string;
  /** Below `.example`, which belongs to nobody (RFC 2606). */
  readonly mailbox: string;
  readonly phone: string;
  readonly region: string;
}

export interface Good {
  readonly sku: string;
  readonly name: string;
  /** Price of one in cents. */
  readonly cents: number;
}

export interface BusinessLine {
  readonly name: string;
  /** How many of a hundred orders are of this line. */
  readonly share: number;
  readonly customers: readonly Customer[];
  readonly goods: readonly Good[];
  /** Most pieces of one good in an ordinary order; a big one has up to twenty times as many. */
  readonly pieces: number;
}

/** An order that documentation or a test of the threshold names by its number; the rest of it is not left to chance. */
export interface NamedOrder {
  readonly number: number;
  readonly line: string;
  readonly customer: string;
  readonly state: 'NEW' | 'PAID' | 'PACKED' | 'SHIPPED' | 'DELIVERED';
  readonly items: readonly { readonly good: Good; readonly quantity: number }[];
}

/** What one local tenant sells, to whom, and how many orders it has. */
export interface Assortment {
  readonly tenant: string;
  readonly prefix: string;
  /** Orders are numbered from the next number on. */
  readonly numbersAfter: number;
  readonly orders: number;
  readonly currency: string;
  readonly seed: number;
  readonly lines: readonly BusinessLine[];
  readonly named: readonly NamedOrder[];
}

export function customer(name: string, mailbox: string, phone: string, region: string): Customer {
  return { name, mailbox, phone, region };
}

export function good(sku: string, name: string, cents: number): Good {
  return { sku, name, cents };
}
