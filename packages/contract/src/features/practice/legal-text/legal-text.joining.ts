import { Id } from '../../../common/ids.ts'

/**
 * The legal text that a person who joins agrees to: the id of the version that the form showed. Required while such a text is published,
 * unless the account has agreed to the current version before.
 */
export const joiningInput = { agreedVersionId: Id.optional() }

/** CONSENT_REQUIRED: no version was named. CHANGED: the named version is not the current one. */
export const joiningRefusals = { CONSENT_REQUIRED: { status: 409 }, CHANGED: { status: 409 } } as const
