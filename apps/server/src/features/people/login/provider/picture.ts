import { maxAvatarBytes } from '@attune/contract/common/constants'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { LoginView } from '@attune/contract/features/people/login/login.schemas'
import { encodeAvatar } from '../../../../platform/files/picture-encoding.ts'
import { avatarUploadLimit } from '../../../../platform/files/limits.ts'
import { NotFetchedError } from '../../../../platform/outbound/outbound.ts'
import { hasAvatar, setAvatarIfMissing } from '../../profile/profile.ts'

type Person = Pick<LoginView, 'userId' | 'role'>

/**
 * Imports a person's picture from a sign-in provider for an account without a picture (specification row 4.15). The server fetches the picture and
 * re-encodes it like an upload. Callers do not wait for the import. It counts as an upload, and is skipped above the limit of uploads. Never throws,
 * because a sign-in must not fail if the picture is missing.
 */
export async function importProviderPicture(
  app: Pick<AppContext, 'auth' | 'avatars' | 'clock' | 'db' | 'log' | 'outbound'>,
  { userId, role }: Person,
  picture: string | null,
): Promise<void> {
  if (!picture) return
  const { db, avatars, outbound, auth, log } = app
  const actor = { role, id: userId }
  try {
    if (await hasAvatar(db, actor)) return
    if (!(await auth.rateLimit.hit('avatar', userId, avatarUploadLimit)).allowed) return
    const path = await avatars.put(userId, await encodeAvatar(await outbound.fetch(picture, maxAvatarBytes)))
    // The person may meanwhile have chosen a picture or deleted the account.
    if (!(await setAvatarIfMissing(db, actor, path, app.clock.now()))) await avatars.remove(path)
  } catch (error) {
    const code = error instanceof NotFetchedError ? error.message : undefined
    log.info('the picture of a provider was not taken', { error, ...(code && { code }) })
  }
}
