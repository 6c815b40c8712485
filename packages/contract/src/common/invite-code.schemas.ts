import { z } from 'zod'
import { isInviteCode, normalizeInviteCode } from './invite-code.ts'

/** 8 characters of 31 symbols, case-insensitive. */
export const InviteCode = z.string().max(32).transform(normalizeInviteCode).refine(isInviteCode, 'INVITE_CODE')
