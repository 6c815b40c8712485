import type { Session } from '@attune/contract/features/schedule/session/session'
import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { phoneLink } from '../../../../ui/base/phone-link.tsx'
import { CopyTextButton } from '../../../../ui/page/row/CopyTextButton.tsx'
import classes from './SessionLocation.module.css'

const isPhoneNumber = (text: string) => /^\+?[\d\s()/.-]+$/.test(text)

/** Shows the location of a session. The phone number of a phone session is a link that dials it. */
export function SessionLocation({ session }: { session: Session }) {
  const { format, location } = session
  if (format !== 'phone' || !isPhoneNumber(location)) return <>{location}</>
  return phoneLink(location)
}

/** Shows the link to the video call, with a button that copies it. */
export function VideoLink({ session }: { session: Session }) {
  const { t } = useTranslation('sessionPage')
  const link = session.videoUrl ?? ''
  return (
    <span className={classes.link}>
      <Anchor inherit href={link} target="_blank" rel="noopener noreferrer">
        {link.replace(/^https:\/\/([^/]+).*$/, '$1')}
      </Anchor>
      <CopyTextButton value={link} variant="transparent" size="compact-sm" px={0}>
        {t('copyLink')}
      </CopyTextButton>
    </span>
  )
}
