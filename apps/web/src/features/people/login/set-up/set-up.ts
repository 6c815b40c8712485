import { findHealthWord, withoutHealthWords } from '@attune/contract/common/text/health-words'
import { isProductAddress } from '@attune/contract/common/text/public-address'
import { isEmail, isFilled, normalizeEmail } from '@attune/contract/common/text/text'
import { isPassword } from '@attune/contract/common/password'
import { browserZone } from '../../../../platform/login/login.ts'

export type SetUpValues = {
  practiceName: string
  /** The typed sender name of emails. While it is null, the form proposes the name of the practice without words about health care. */
  emailName: string | null
  zone: string
  publicUrl: string
  firstName: string
  lastName: string
  therapist: boolean
  therapistEmail: string
  /** The typed address of the admin. While it is null, `adminEmailOf` derives one from the therapist's address. */
  adminEmail: string | null
  /** The password of the account, or of both accounts. */
  password: string
  /** The typed password of the admin, if it differs from that of the therapist account; null while both have the same. */
  adminPassword: string | null
}

const loopback = /^(localhost|127\.|\[::1\]$)/

export const initialSetUpValues = (): SetUpValues => ({
  practiceName: '',
  emailName: null,
  zone: browserZone(),
  publicUrl: loopback.test(location.hostname) ? '' : location.origin,
  firstName: '',
  lastName: '',
  therapist: false,
  therapistEmail: '',
  adminEmail: null,
  password: '',
  adminPassword: null,
})

/** Returns the sender name for emails: the typed name or, while nothing is typed, the name of the practice without words about health care. */
export const nameInEmails = ({ emailName, practiceName }: Pick<SetUpValues, 'emailName' | 'practiceName'>) =>
  emailName ?? withoutHealthWords(practiceName)

/**
 * Returns the admin's email address. Until the person types one, suggests `nora+admin@example.org` for the therapist's
 * address `nora@example.org`, because the two accounts need different addresses.
 */
export const adminEmailOf = (values: Pick<SetUpValues, 'therapist' | 'therapistEmail' | 'adminEmail'>) =>
  values.adminEmail ??
  (values.therapist && isEmail(values.therapistEmail) ? values.therapistEmail.trim().replace('@', '+admin@') : '')

export type SetUpProblems = Partial<
  Record<
    keyof SetUpValues,
    'required' | 'emailInvalid' | 'passwordWeak' | 'setUp.addressInvalid' | 'setUp.sameEmail' | 'setUp.emailNameHealth'
  >
>

/** Returns the invalid fields with the translation keys of their error messages. */
export function setUpProblems(values: SetUpValues): SetUpProblems {
  const admin = adminEmailOf(values)
  return {
    ...(!isFilled(values.practiceName) && { practiceName: 'required' }),
    ...(isFilled(values.practiceName) && !isFilled(nameInEmails(values)) && { emailName: 'required' }),
    ...(findHealthWord(nameInEmails(values)) !== null && { emailName: 'setUp.emailNameHealth' }),
    ...(!isFilled(values.firstName) && { firstName: 'required' }),
    ...(!isFilled(values.lastName) && { lastName: 'required' }),
    ...(isFilled(values.publicUrl) && !isProductAddress(values.publicUrl) && { publicUrl: 'setUp.addressInvalid' }),
    ...(!isEmail(admin) && { adminEmail: 'emailInvalid' }),
    ...(!isPassword(values.password) && { password: 'passwordWeak' }),
    ...(values.therapist && !isEmail(values.therapistEmail) && { therapistEmail: 'emailInvalid' }),
    ...(values.therapist &&
      values.adminPassword !== null &&
      !isPassword(values.adminPassword) && { adminPassword: 'passwordWeak' }),
    ...(values.therapist &&
      normalizeEmail(admin) === normalizeEmail(values.therapistEmail) &&
      isEmail(admin) && { adminEmail: 'setUp.sameEmail' }),
  }
}

export const setUpInput = (values: SetUpValues) => ({
  practiceName: values.practiceName,
  emailName: nameInEmails(values),
  zone: values.zone,
  publicUrl: isFilled(values.publicUrl) ? values.publicUrl : null,
  firstName: values.firstName,
  lastName: values.lastName,
  email: adminEmailOf(values),
  ...passwordInput(values),
})

/** Returns the passwords of the accounts. A therapist account that is sent without a password gets that of the admin. */
const passwordInput = ({ therapist, therapistEmail: email, password, adminPassword }: SetUpValues) => {
  if (!therapist) return { password, therapist: null }
  return adminPassword === null
    ? { password, therapist: { email } }
    : { password: adminPassword, therapist: { email, password } }
}
