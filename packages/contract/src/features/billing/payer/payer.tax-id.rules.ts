import * as jsvat from 'jsvat'

/**
 * The countries whose tax ids are checked, each with the code that begins its VAT ids, and the rules of jsvat for their form and check digits. In
 * Spain, the id is a NIF, NIE or CIF, which people write without the code.
 */
const checked: Record<string, readonly [prefix: string, rules: jsvat.Country]> = {
  AT: ['AT', jsvat.austria],
  BE: ['BE', jsvat.belgium],
  BG: ['BG', jsvat.bulgaria],
  CH: ['CHE', jsvat.switzerland],
  CY: ['CY', jsvat.cyprus],
  CZ: ['CZ', jsvat.czechRepublic],
  DE: ['DE', jsvat.germany],
  DK: ['DK', jsvat.denmark],
  EE: ['EE', jsvat.estonia],
  ES: ['ES', jsvat.spain],
  FI: ['FI', jsvat.finland],
  FR: ['FR', jsvat.france],
  GB: ['GB', jsvat.unitedKingdom],
  GR: ['EL', jsvat.greece],
  HR: ['HR', jsvat.croatia],
  HU: ['HU', jsvat.hungary],
  IE: ['IE', jsvat.ireland],
  IT: ['IT', jsvat.italy],
  LT: ['LT', jsvat.lithuania],
  LU: ['LU', jsvat.luxembourg],
  LV: ['LV', jsvat.latvia],
  MT: ['MT', jsvat.malta],
  NL: ['NL', jsvat.netherlands],
  NO: ['NO', jsvat.norway],
  PL: ['PL', jsvat.poland],
  PT: ['PT', jsvat.portugal],
  RO: ['RO', jsvat.romania],
  SE: ['SE', jsvat.sweden],
  SI: ['SI', jsvat.slovenia],
  SK: ['SK', jsvat.slovakiaRepublic],
}

const plain = (typed: string) => typed.toUpperCase().replace(/[^A-Z0-9]/g, '')

/**
 * Whether a VAT id with its prefix has the form and the check digits of its country. jsvat 2.5.4 accepts no Belgian number that begins with 1, so
 * these are checked here.
 */
function isValid(vatId: string, rules: jsvat.Country): boolean {
  const [, start = '', digits = ''] = /^BE(1\d{7})(\d{2})$/.exec(vatId) ?? []
  return start ? 97 - (Number(start) % 97) === Number(digits) : jsvat.checkVAT(vatId, [rules]).isValid
}

/** Returns the VAT id with the code of its country; empty if the ids of the country are not checked. Does not check the digits. */
export function vatIdOf(taxId: string, country: string | null): string {
  const [prefix] = checked[country ?? ''] ?? []
  const id = plain(taxId)
  if (!prefix || !id) return ''
  return id.startsWith(prefix) ? id : `${prefix}${id}`
}

/** Returns a tax id as it is stored and printed: in capitals without separators, and with the code of the country unless it is Spain's. */
export const storedTaxId = (taxId: string, country: string | null): string =>
  country === 'ES' ? plain(taxId) : vatIdOf(taxId, country) || taxId.trim()

/** The reason why a tax id cannot be one of a payer: wrong form or check digits, or a VAT id of a country other than that of the address. */
export type TaxIdProblem = 'digits' | 'country'

/** Returns the problem with the tax id of a payer in a country; null if there is none, or if the ids of the country are not checked. */
export function taxIdProblem(taxId: string, country: string | null): TaxIdProblem | null {
  const [, rules] = checked[country ?? ''] ?? []
  const id = plain(taxId)
  if (!rules || !id || isValid(vatIdOf(id, country), rules)) return null
  const isForeign = Object.values(checked).some(([prefix, other]) => id.startsWith(prefix) && isValid(id, other))
  return isForeign ? 'country' : 'digits'
}
