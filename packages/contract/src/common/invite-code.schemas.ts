import { z } from 'zod'
import { textLengths } from './text/lengths.ts'
import { isInviteCode, normalizeInviteCode } from './invite-code.ts'

/** An invite code: 8 characters of 31 symbols. Case, spaces and dashes in the input do not matter. */
export const InviteCode = z
  .string()
  .max(textLengths.inviteCode)
  .transform(normalizeInviteCode)
  .refine(isInviteCode, 'INVITE_CODE')
