import pg from 'pg'

/** A unique violation. */
const uniqueViolation = '23505'

/**
 * Whether the database refused a statement because its command was already used for something else. Every unique key of a command has a
 * name that ends with `_command_key`.
 */
export const isUsedCommand = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  error.code === uniqueViolation &&
  error.constraint?.endsWith('_command_key') === true
