import type { House } from '../../house.ts'
import type { LoginView } from '@attune/contract/features/login.shapes'
import { avatarFrom } from '../../platform/files/image.ts'
import { avatarBytes, uploadsAnHour } from '../../platform/files/limits.ts'
import { NotFetched } from '../../platform/outbound/outbound.ts'
import { fillAvatar, hasAvatar } from '../account/account.ts'

type Person = Pick<LoginView, 'userId' | 'role'>

/**
 * Takes the picture that a provider has of somebody, where they show none here (row 4.15). It is fetched by the server and made anew
 * like one that was uploaded. Nobody waits for it, and a picture that cannot be had is no failure: it never throws.
 */
export async function takePicture(house: House, { userId, role }: Person, picture: string | null): Promise<void> {
  if (!picture) return
  const { db, avatars, outbound, auth, log } = house
  const actor = { role, id: userId }
  try {
    if (await hasAvatar(db, actor)) return
    if (!(await auth.rateLimit.hit('avatar', userId, uploadsAnHour)).allowed) return
    const path = await avatars.put(userId, await avatarFrom(await outbound.fetch(picture, avatarBytes)))
    // Meanwhile they may have chosen one themselves, or have left.
    if (!(await fillAvatar(db, actor, path, house.clock.now()))) await avatars.remove(path)
  } catch (error) {
    const code = error instanceof NotFetched ? error.message : undefined
    log.info('the picture of a provider was not taken', { error, ...(code && { code }) })
  }
}
