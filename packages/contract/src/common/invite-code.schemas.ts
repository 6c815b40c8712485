import { z } from 'zod'
import { textLengths } from './lengths.ts'
import { isInviteCode, normalizeInviteCode } from './invite-code.ts'

/** 8 characters of 31 symbols, case-insensitive. */
export const InviteCode = z
  .string()
  .max(textLengths.inviteCode)
  .transform(normalizeInviteCode)
  .refine(isInviteCode, 'INVITE_CODE')
