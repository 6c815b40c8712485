import { randomInt } from 'node:crypto'
import { inviteCodeAlphabet } from '@attune/contract/common/constants'

const half = 5
const amount = 10

/** Generates ten codes of ten unambiguous characters (49 bits each) in the form `ABCDE-FGHJK`. */
export const generateRecoveryCodes = () => Array.from({ length: amount }, () => `${letters()}-${letters()}`)

/** Converts a typed code to the form in which it was shown: capitals with a hyphen. */
export function normalizeRecoveryCode(typed: string): string {
  const plain = typed.replace(/[\s-]/g, '').toUpperCase()
  return `${plain.slice(0, half)}-${plain.slice(half)}`
}

const letters = () =>
  Array.from({ length: half }, () => inviteCodeAlphabet[randomInt(inviteCodeAlphabet.length)]).join('')
