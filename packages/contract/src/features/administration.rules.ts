export const therapistSignups = ['approval', 'open', 'invite-only'] as const

/**
 * What an account can own that keeps it in its role: client records and invoices of a therapist; connections with therapists, and journal
 * entries or a safety plan of a client.
 */
export const roleObstacles = ['records', 'invoices', 'connections', 'entries'] as const
export type RoleObstacle = (typeof roleObstacles)[number]

/** The highest number of lines in an export of the audit log. */
export const auditLogExportLines = 10_000
