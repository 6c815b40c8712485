import pg from 'pg'

/** Whether the database refused a statement because of this constraint or key. */
export const violatesConstraint = (error: unknown, constraint: string): boolean =>
  error instanceof pg.DatabaseError && error.constraint === constraint
