import { Button, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { pushObstacle } from '../../../platform/push/push-browser.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogFoot } from '../../../ui/dialog/DialogFoot.tsx'
import classes from './push.module.css'

type Props = { isPending: boolean; onClose: () => void; onTurnOn: () => void }

/**
 * Explains push notifications before the browser asks for permission. On an iPhone, explains how to add the app to the home screen. If the browser
 * cannot show push notifications, explains why.
 */
export function TurnOnPushDialog({ isPending, onClose, onTurnOn }: Props) {
  const { t } = useTranslation('push')
  const obstacle = pushObstacle()
  return (
    <Dialog title={t(obstacle === 'home-screen' ? 'homeScreen.title' : 'dialog.title')} onClose={onClose}>
      <Stack gap="md">
        {obstacle === 'home-screen' ? (
          <HomeScreenSteps />
        ) : (
          <Text size="sm">{obstacle ? t(`problems.${obstacle}`) : t('dialog.text')}</Text>
        )}
        <DialogFoot>
          <Button variant="default" onClick={onClose}>
            {t(obstacle ? 'dialog.close' : 'dialog.cancel')}
          </Button>
          {!obstacle && (
            <Button data-autofocus loading={isPending} onClick={onTurnOn}>
              {t('dialog.submit')}
            </Button>
          )}
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}

function HomeScreenSteps() {
  const { t } = useTranslation('push')
  return (
    <>
      <Text size="sm">{t('homeScreen.text')}</Text>
      <ol className={classes.steps}>
        <li>{t('homeScreen.share')}</li>
        <li>{t('homeScreen.add')}</li>
        <li>{t('homeScreen.open')}</li>
      </ol>
    </>
  )
}
