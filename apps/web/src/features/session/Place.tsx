import type { Session } from '@attune/contract/features/session'
import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Copy } from '../../ui/Copy.tsx'
import classes from './Place.module.css'

const isNumber = (text: string) => /^\+?[\d\s()/.-]+$/.test(text)

/** Where it takes place; a number can be called. */
export function Place({ session }: { session: Session }) {
  const { format, location } = session
  if (format !== 'phone' || !isNumber(location)) return <>{location}</>
  return (
    <Anchor inherit href={`tel:${location.replace(/[^+\d]/g, '')}`}>
      {location}
    </Anchor>
  )
}

/** The way into the call, to be copied and sent on. */
export function VideoLink({ session }: { session: Session }) {
  const { t } = useTranslation('sessionPage')
  const link = session.videoUrl ?? ''
  return (
    <span className={classes.link}>
      <Anchor inherit href={link} target="_blank" rel="noopener noreferrer">
        {link.replace(/^https:\/\/([^/]+).*$/, '$1')}
      </Anchor>
      <Copy value={link} variant="transparent" size="compact-sm" px={0}>
        {t('copyLink')}
      </Copy>
    </span>
  )
}
