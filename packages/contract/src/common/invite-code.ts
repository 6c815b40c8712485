import { inviteCodeAlphabet, inviteCodeLength } from './constants.ts'

/** Normalizes a typed invite code: upper case, without spaces and dashes. */
export const normalizeInviteCode = (typed: string) => typed.replace(/[\s-]/g, '').toUpperCase()

const shape = new RegExp(`^[${inviteCodeAlphabet}]{${inviteCodeLength}}$`)
export const isInviteCode = (typed: string) => shape.test(normalizeInviteCode(typed))
