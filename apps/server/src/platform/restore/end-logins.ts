import type { InstallerTransaction } from './installer.ts'

/**
 * Ends everything that the outdated data would make valid again: logins that ended after the backup, links that were used after it, and resets of a
 * second factor that the owner stopped after it. Does not change passwords, second factors and passkeys. Keeps links as expired rows, so that their
 * pages offer a new link. Empties the log of changes, whose rows belong to the previous database.
 */
export async function endLogins(db: InstallerTransaction, now: Date): Promise<void> {
  await db.become('attune_owner')
  // The logins of browsers and of the app, the tickets of sockets, and unfinished sign-in steps.
  await db.query('delete from auth.login')
  await db.query('delete from auth.live_ticket')
  await db.query('delete from auth.verification')
  await db.query('delete from auth.email_change')
  await db.query('delete from auth.factor_reset')
  await db.query('update auth.secret set expires_at = $1 where expires_at > $1', [now])
  await db.become('attune_app_definer')
  await db.query('select def.withdraw_payer_links($1)', [now])
  await db.query('select def.end_form_tickets($1)', [now])
  await db.become('attune_owner')
  // Deleting a login adds a row to this table by a trigger, so the table is emptied last.
  await db.query('truncate app.change')
}
