import { LegalVersionId } from '../../../common/ids.ts'

/**
 * The version of the legal text that the form showed and to which the person agrees by joining. Required if such a text is published, unless the
 * account has already agreed to the current version.
 */
export const joiningInput = { agreedVersionId: LegalVersionId.optional() }

/** CONSENT_REQUIRED: the input contains no version. CHANGED: the version is not the current one. */
export const joiningRefusals = { CONSENT_REQUIRED: { status: 409 }, CHANGED: { status: 409 } } as const
