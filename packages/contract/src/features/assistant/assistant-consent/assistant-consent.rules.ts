/**
 * The version of the consent text. Increase it when the wording or the meaning changes. Keep the texts of earlier versions, because the history
 * shows what a client agreed to.
 */
export const assistantConsentTextVersion = 1

export const assistantConsentActions = ['given', 'withdrawn'] as const

/** The person who changed a consent: the client in the app, or the therapist on the client's behalf. */
export const assistantConsentSources = ['client', 'therapist'] as const
