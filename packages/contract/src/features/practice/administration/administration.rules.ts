export const therapistSignups = ['approval', 'open', 'invite-only'] as const

/**
 * The data that prevents a role change: a therapist's client records and invoices; a client's connections with therapists, and journal entries or
 * safety plan.
 */
export const roleObstacles = ['records', 'invoices', 'connections', 'entries'] as const
export type RoleObstacle = (typeof roleObstacles)[number]

/** The maximum number of lines in an export of the audit log. */
export const auditLogExportLines = 10_000

/** The legal pages that the law of a country can require. Anyone can read them without signing in. */
export const legalPages = ['imprint', 'privacy', 'terms'] as const
export type LegalPageName = (typeof legalPages)[number]
/** All texts that the practice publishes in versions: the legal pages, and the consent text to which clients agree when they join. */
export const legalTextNames = [...legalPages, 'consent'] as const
export type LegalTextName = (typeof legalTextNames)[number]
/** The maximum number of characters of a legal page in one language. */
export const maxLegalTextLength = 60_000

export const idleMinutesRange = { least: 1, most: 60 } as const
export const retentionYearsRange = { least: 1, most: 50 } as const
/** The ages of majority that a practice can choose. */
export const majorityAgeRange = { least: 12, most: 18 } as const
/** The maximum number of crisis lines that an admin can enter for a country. */
export const maxSafetyLines = 10

/** Whether a text is a phone number as people dial it: digits and spaces, possibly with a plus sign before them. */
export const isPhoneAsTyped = (text: string) => /^\+?\d[\d ]{1,30}$/.test(text.trim())

/** The outcomes of requesting the public address of an installation. */
export const addressChecks = ['reached', 'other-server', 'no-answer', 'not-public', 'not-https', 'none'] as const
export type AddressCheck = (typeof addressChecks)[number]
