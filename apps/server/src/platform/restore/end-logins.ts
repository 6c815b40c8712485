import type { InstallerTransaction } from './installer.ts'

/**
 * Ends everything that would let someone in because of older data: a login that was ended since, a link that was used since, and a reset of a
 * second factor that its owner has stopped since would all be valid again. Passwords, second factors and passkeys stay as the data has them.
 * Expired links stay known, so that their page offers a new one. Empties the log of changes, whose rows are those of another database.
 */
export async function endLogins(db: InstallerTransaction, now: Date): Promise<void> {
  await db.become('attune_owner')
  // The logins of browsers and of the app, the tickets of sockets, and steps that are under way.
  await db.query('delete from auth.login')
  await db.query('delete from auth.live_ticket')
  await db.query('delete from auth.verification')
  await db.query('delete from auth.email_change')
  await db.query('delete from auth.factor_reset')
  await db.query('update auth.secret set expires_at = $1 where expires_at > $1', [now])
  await db.become('attune_app_definer')
  await db.query('select def.withdraw_payer_links($1)', [now])
  await db.become('attune_owner')
  // The trigger of a deleted login adds a row to this table, so it is emptied last.
  await db.query('truncate app.change')
}
