import { z } from 'zod'
import { inviteCodeAlphabet, inviteCodeLength } from './constants.ts'

/** Normalizes a typed invite code: upper case, without spaces and dashes. */
export const normalizeInviteCode = (typed: string) => typed.replace(/[\s-]/g, '').toUpperCase()

const shape = new RegExp(`^[${inviteCodeAlphabet}]{${inviteCodeLength}}$`)
export const isInviteCode = (typed: string) => shape.test(normalizeInviteCode(typed))

/** 8 characters of 31 symbols, case-insensitive. */
export const InviteCode = z.string().max(32).transform(normalizeInviteCode).refine(isInviteCode, 'INVITE_CODE')
