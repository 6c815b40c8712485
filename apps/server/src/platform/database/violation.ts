import pg from 'pg'

/** Whether the database refused a statement because of this constraint or key. */
export const violatesConstraint = (error: unknown, constraint: string): boolean =>
  error instanceof pg.DatabaseError && error.constraint === constraint

/**
 * Whether the database refused a statement because its command id was already used for another change. Every unique key of a command has a
 * name that ends with `_command_key`.
 */
export const isUsedCommand = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.constraint?.endsWith('_command_key') === true
