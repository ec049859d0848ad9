import { type Assortment, type BusinessLine, customer, good } from './assortment.js';

const LINES: readonly BusinessLine[] = [
  {
    name: 'retail',
    share: 45,
    pieces: 6,
    customers: [
      customer('Alder Creek Hardware', 'store@alder-creek.example', '+1 503 555 0112', 'NA'),
      customer('The Patient Joiner', 'orders@patient-joiner.example', '+1 617 555 0149', 'NA'),
      customer('Ironmonger & Daughters', 'shop@ironmonger-daughters.example', '+44 20 7946 0175', 'EU'),
      customer('青岛木作工坊', 'gongfang@muzuo-qd.example', '+86 532 5550 0131', 'CN'),
      customer('西安老匠五金店', 'wujin@laojiang.example', '+86 29 5550 0168', 'CN'),
    ],
    goods: [
      good('TLS-0101', 'Smoothing plane no. 4', 18_900),
      good('TLS-0137', 'Japanese pull saw 240 mm', 4_450),
      good('TLS-0210', 'Chisel set, six pieces', 12_700),
      good('TLS-0322', 'Cordless drill 18 V', 22_900),
      good('TLS-0418', '红木手柄锤', 3_880),
    ],
  },
  {
    name: 'industrial',
    share: 55,
    pieces: 10,
    customers: [
      customer('Vantage Steelworks Inc.', 'supply@vantage-steel.example', '+1 412 555 0120', 'NA'),
      customer('Kestrel Aerostructures', 'mro@kestrel-aero.example', '+1 316 555 0187', 'NA'),
      customer('Sjöberg Mekaniska AB', 'inkop@sjoberg-mek.example', '+46 31 390 06 44', 'EU'),
      customer('大连远航船舶配件有限公司', 'caigou@yuanhang-parts.example', '+86 411 5550 0159', 'CN'),
      customer('宁波精锻机械有限公司', 'caigou@jingduan.example', '+86 574 5550 0193', 'CN'),
    ],
    goods: [
      good('IND-1004', 'Carbide end mill, box of ten', 32_500),
      good('IND-1180', 'Hydraulic torque wrench', 284_000),
      good('IND-2077', 'Bearing assembly 6310', 8_750),
      good('IND-2240', 'Servo drive 7.5 kW', 196_000),
      good('IND-3015', '数控刀柄 BT40', 14_600),
    ],
  },
];

/** A maker of tools: a shop for craftspeople and an industrial line. All companies are invented. */
export const GLOBEX: Assortment = {
  tenant: 'globex',
  prefix: 'G',
  numbersAfter: 200_000,
  orders: 140,
  currency: 'USD',
  seed: 2_026,
  lines: LINES,
  named: [],
};
