import type { PublishedContract } from './published-contract.js';

/** The contracts of this process, by contract id and by the name that hosts see. */
export class ContractRegistry {
  private readonly sorted: readonly PublishedContract[];
  private readonly named: ReadonlyMap<string, PublishedContract>;

  constructor(contracts: readonly PublishedContract[]) {
    this.sorted = Object.freeze([...contracts].sort((a, b) => (a.contract.id < b.contract.id ? -1 : 1)));
    this.named = new Map(
      this.sorted.flatMap((one) => [
        [one.contract.id, one],
        [one.wireName, one],
      ]),
    );
  }

  /** All contracts in the order of their ids, whatever their lifecycle. */
  all(): readonly PublishedContract[] {
    return this.sorted;
  }

  /** `orders.cancel.v1` and `orders_cancel_v1` are the same tool; undefined for any other name. */
  byName(idOrWireName: string): PublishedContract | undefined {
    return this.named.get(idOrWireName);
  }
}
