import { type Assortment, type BusinessLine, customer, good, type NamedOrder } from './assortment.js';

const mug = good('HOM-1180', 'Stoneware mug, set of four', 3_490);
const kettle = good('HOM-2210', 'Gooseneck kettle 0.9 l', 5_950);

const LINES: readonly BusinessLine[] = [
  {
    name: 'retail',
    share: 50,
    pieces: 8,
    customers: [
      customer('Harbour & Finch Homewares', 'orders@harbour-finch.example', '+44 20 7946 0142', 'EU'),
      customer('Larkspur Living', 'hello@larkspur-living.example', '+44 20 7946 0187', 'EU'),
      customer('Café Lindqvist', 'inkop@cafe-lindqvist.example', '+46 8 465 004 21', 'EU'),
      customer('Maison Verdier', 'commandes@maison-verdier.example', '+33 1 99 00 41 16', 'EU'),
      customer('Tinker & Thread', 'post@tinker-thread.example', '+1 212 555 0133', 'NA'),
      customer('Juniper Street Kitchen', 'buy@juniper-street.example', '+1 415 555 0178', 'NA'),
      customer('杭州云栖家居有限公司', 'caigou@yunqi-jiaju.example', '+86 571 5550 0126', 'CN'),
      customer('北京槐树胡同茶馆', 'dingdan@huaishu-cha.example', '+86 10 5550 0184', 'CN'),
      customer('成都竹里生活馆', 'shop@zhuli-life.example', '+86 28 5550 0119', 'CN'),
    ],
    goods: [
      mug,
      good('HOM-1245', 'Linen tablecloth 140 × 240', 7_900),
      kettle,
      good('HOM-3302', 'Ash wood serving board', 2_475),
      good('HOM-3418', '青瓷茶具六件套', 18_800),
      good('HOM-4001', 'Desk lamp, brass', 12_900),
      good('HOM-4127', 'Wool throw, charcoal', 8_450),
      good('HOM-5106', '手工竹编收纳篮', 3_260),
    ],
  },
  {
    name: 'wholesale',
    share: 30,
    pieces: 12,
    customers: [
      customer('Northgate Trading Ltd', 'purchasing@northgate-trading.example', '+44 20 7946 0110', 'EU'),
      customer('Bergmann Großhandel GmbH', 'einkauf@bergmann-gh.example', '+49 30 23125 014', 'EU'),
      customer('Pacific Rim Distribution', 'orders@pacific-rim.example', '+1 206 555 0164', 'NA'),
      customer('上海望舒贸易有限公司', 'caigou@wangshu-trade.example', '+86 21 5550 0137', 'CN'),
      customer('广州南屿百货批发', 'pifa@nanyu-baihuo.example', '+86 20 5550 0155', 'CN'),
    ],
    goods: [
      good('WHL-1180', 'Stoneware mug, carton of 24', 14_900),
      good('WHL-2032', 'Tumbler 35 cl, pallet layer', 23_800),
      good('WHL-2790', '骨瓷餐盘整箱（36 只）', 31_200),
      good('WHL-3305', 'Serving boards, crate of 40', 58_000),
      good('WHL-4130', 'Wool throws, bale of 20', 112_000),
    ],
  },
  {
    name: 'b2b',
    share: 20,
    pieces: 15,
    customers: [
      customer('Ostara Hotels Group', 'procurement@ostara-hotels.example', '+43 1 5550 0129', 'EU'),
      customer('Meridian Coworking', 'facilities@meridian-cowork.example', '+1 312 555 0191', 'NA'),
      customer('Clearwater Clinics', 'supplies@clearwater-clinics.example', '+44 20 7946 0166', 'EU'),
      customer('深圳海蓝酒店管理有限公司', 'caigou@hailan-hotel.example', '+86 755 5550 0148', 'CN'),
      customer('苏州拾光联合办公', 'office@shiguang-work.example', '+86 512 5550 0173', 'CN'),
    ],
    goods: [
      good('CON-0102', 'Lounge chair, oak and felt', 48_900),
      good('CON-0115', 'Meeting table for eight', 139_000),
      good('CON-0230', 'Acoustic panel, 120 × 60', 21_500),
      good('CON-0344', 'Hotel crockery, set for 24', 67_400),
      good('CON-0409', '客房备品套装', 9_900),
    ],
  },
];

// What a customer who clicked twice leaves behind.
const twice: Pick<NamedOrder, 'line' | 'customer' | 'state' | 'items'> = {
  line: 'retail',
  customer: 'Harbour & Finch Homewares',
  state: 'PAID',
  items: [
    { good: mug, quantity: 6 },
    { good: kettle, quantity: 2 },
  ],
};

/** A trading company for homewares: shops, chains and offices. All companies are invented. */
export const ACME: Assortment = {
  tenant: 'acme',
  prefix: 'A',
  numbersAfter: 100_000,
  orders: 240,
  currency: 'EUR',
  seed: 4_310,
  lines: LINES,
  named: [
    { number: 100_042, ...twice },
    { number: 100_043, ...twice },
    {
      number: 100_077,
      line: 'retail',
      customer: '杭州云栖家居有限公司',
      state: 'PAID',
      items: [{ good: good('FIX-0040', 'Shop fitting, oak, 12 m', 624_000), quantity: 2 }],
    },
    // On the threshold, and one cent below it.
    {
      number: 100_100,
      line: 'retail',
      customer: 'Larkspur Living',
      state: 'PACKED',
      items: [{ good: good('FIX-0077', 'Display counter, glass', 1_000_000), quantity: 1 }],
    },
    {
      number: 100_101,
      line: 'retail',
      customer: 'Larkspur Living',
      state: 'PACKED',
      items: [{ good: good('FIX-0055', 'Wall shelving, complete', 999_999), quantity: 1 }],
    },
  ],
};
