import type { GroupId, PersonId, SessionId } from '@attune/contract/common/ids'
import { initials } from '@attune/contract/features/people/account/account.rules'
import { IconUsers } from '@tabler/icons-react'
import { type CSSProperties, useState } from 'react'
import classes from './PersonAvatar.module.css'

const tints = ['sage', 'clay', 'sand'] as const

/** Returns a tint that depends on the person's id only, so that a person has the same tint everywhere. */
function tintOf(personId: PersonId | SessionId | GroupId) {
  let sum = 0
  for (const letter of personId) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return tints[sum % tints.length]
}

type Props = {
  /**
   * The id of the person's account, or of the client record if the person has no account. The tint depends on this id.
   */
  personId: PersonId | SessionId | GroupId
  name: string
  url?: string | null
  size?: number
  /** Whether `name` is a list of people. If so, an icon is shown instead of initials. */
  several?: boolean
}

/**
 * A person's picture, or up to two initials if there is no picture or it failed to load. Screen readers skip the
 * avatar, because the name is written next to it. Plain elements, because lists render many of them.
 */
export function PersonAvatar({ personId, name, url, size = 36, several = false }: Props) {
  const [broken, setBroken] = useState<string | null>(null)
  const letterSize = Math.max(12, Math.round(size * 0.36))
  return (
    <div
      aria-hidden
      className={classes.root}
      data-tint={tintOf(personId)}
      style={{ '--size': `${size / 16}rem`, fontSize: letterSize } as CSSProperties}
    >
      {url && url !== broken ? (
        <img className={classes.picture} src={url} alt="" onError={() => setBroken(url)} />
      ) : (
        <span className={classes.letters}>
          {several ? <IconUsers size={Math.round(size * 0.5)} stroke={1.75} /> : initials(name)}
        </span>
      )}
    </div>
  )
}
