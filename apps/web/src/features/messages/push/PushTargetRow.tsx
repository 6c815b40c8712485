import { Button, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { MetaList } from '../../../ui/page/row/MetaList.tsx'
import { CardRow } from '../../../ui/page/Section.tsx'
import classes from './push.module.css'

type Props = {
  name: string
  /** The time at which the app was last opened in the browser or on the device, and whether it is the current one. */
  details: string | readonly string[]
  isTesting: boolean
  isRemoving: boolean
  /** Without this callback, there is no test button. */
  onTest?: (() => void) | undefined
  onRemove: () => void
}

/** Shows a browser or device that gets push notifications, with buttons that send a test notification and remove the browser or device. */
export function PushTargetRow({ name, details, isTesting, isRemoving, onTest, onRemove }: Props) {
  const { t } = useTranslation('push')
  return (
    <CardRow wraps>
      <div className={classes.texts}>
        <Text fw={550} size="sm">
          {name}
        </Text>
        <MetaList>{details}</MetaList>
      </div>
      <div className={classes.actions}>
        {onTest && (
          <Button variant="default" aria-label={t('testOf', { name })} loading={isTesting} onClick={onTest}>
            {t('test')}
          </Button>
        )}
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
