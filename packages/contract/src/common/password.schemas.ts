import { z } from 'zod'
import { passwordMaximum } from './constants.ts'
import { isPassword } from './password.ts'

/** A new password: 8 to 128 characters, with a number, a lower-case and an upper-case letter. */
export const NewPassword = z.string().max(passwordMaximum).refine(isPassword, 'WEAK_PASSWORD')

/**
 * An existing password, which is only compared. The rules for new passwords are not checked, because other rules may have applied when the
 * password was set.
 */
export const Password = z.string().min(1).max(passwordMaximum)
