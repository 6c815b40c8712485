/**
 * The version of the consent text. A change of its wording or of what it promises needs a new version; the texts of earlier versions stay,
 * because the history shows what a client agreed to.
 */
export const assistantConsentTextVersion = 1

export const assistantConsentActions = ['given', 'withdrawn'] as const

/** The actor who changed a consent: the client in the app, or the therapist on the client's word. */
export const assistantConsentSources = ['client', 'therapist'] as const
