import type { PushBrowser } from '@attune/contract/features/push'
import { Button, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../platform/use-locale.ts'
import { dayText, localDay, timeText } from '../../ui/page/date-text.ts'
import { MetaList } from '../../ui/page/MetaList.tsx'
import { CardRow } from '../../ui/page/Section.tsx'
import classes from './push.module.css'

type Props = {
  browser: PushBrowser
  isTesting: boolean
  isRemoving: boolean
  onTest: () => void
  onRemove: () => void
}

/** A browser that gets push notifications: its name, when the app was last opened in it, a test, and its removal. */
export function PushBrowserRow({ browser, isTesting, isRemoving, onTest, onRemove }: Props) {
  const { t } = useTranslation('push')
  const reader = useLocale()
  const name = browser.name || t('unknown')
  const when = `${dayText(localDay(browser.lastSeenAt, reader), reader)}, ${timeText(browser.lastSeenAt, reader)}`
  return (
    <CardRow wraps>
      <div className={classes.words}>
        <Text fw={550} size="sm">
          {name}
        </Text>
        <MetaList>{browser.isCurrent ? t('thisBrowser') : t('lastSeen', { when })}</MetaList>
      </div>
      <div className={classes.actions}>
        <Button variant="default" aria-label={t('testOf', { name })} loading={isTesting} onClick={onTest}>
          {t('test')}
        </Button>
        <Button
          variant="subtle"
          c="var(--attune-danger)"
          aria-label={t('removeOf', { name })}
          loading={isRemoving}
          onClick={onRemove}
        >
          {t('remove')}
        </Button>
      </div>
    </CardRow>
  )
}
