import { Button, Checkbox } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId } from '../../../platform/api/api.ts'
import { errorCode } from '../../../platform/api/errors.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { Callout } from '../../../ui/base/Callout.tsx'
import { countryName } from '../../../ui/choice/country-name.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogFoot } from '../../../ui/dialog/DialogFoot.tsx'
import { DefinitionList } from '../../../ui/page/Section.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { usePhone } from '../../../ui/page/use-phone.ts'
import classes from './assistant.module.css'
import type { OfferedAssistant } from './assistant-request.ts'
import { useRefetchAssistant } from './use-assistant-status.ts'

type Props = { offered: OfferedAssistant; isOn: boolean; onClose: () => void }

/** States which data is sent to whom. The therapist confirms having read it and switches the assistant on. */
export function SwitchOnAssistantDialog({ offered, isOn, onClose }: Props) {
  const { t } = useTranslation('assistantSettings')
  const phone = usePhone()
  return (
    <Dialog title={t(isOn ? 'dialog.readTitle' : 'dialog.title')} size={620} fullScreen={phone} onClose={onClose}>
      <div className={classes.stack}>
        <Where offered={offered} />
        <ul className={classes.points}>
          {(['chosen', 'preview', 'names', 'consent', 'log', 'accept', 'never'] as const).map((point) => (
            <li key={point}>{t(`point.${point}`)}</li>
          ))}
        </ul>
        <Callout kind="warning" title={t('wrong.title')}>
          {t('wrong.text')}
        </Callout>
        {!isOn && <SwitchOnForm termsVersion={offered.termsVersion} onClose={onClose} />}
      </div>
    </Dialog>
  )
}

/** Shows the provider, its country, the region and the contract, as the practice has declared them. */
function Where({ offered }: { offered: OfferedAssistant }) {
  const { t } = useTranslation('assistantSettings')
  const { language } = useLocale()
  const { provider, providerCountry, region, contractText, model, host, isOwnHost } = offered
  const country = countryName(providerCountry, language)
  return (
    <DefinitionList
      of={[
        [t('where.provider'), isOwnHost ? t('where.ownHost', { provider, country }) : `${provider}, ${country}`],
        ...(region ? [[t('where.region'), region] as const] : []),
        ...(contractText ? [[t('where.contract'), contractText] as const] : []),
        [t('where.model'), `${model} (${host})`],
      ]}
    />
  )
}

function SwitchOnForm({ termsVersion, onClose }: { termsVersion: number; onClose: () => void }) {
  const { t } = useTranslation('assistantSettings')
  const refetch = useRefetchAssistant()
  const [isRead, setRead] = useState(false)
  const [isChecked, setChecked] = useState(false)
  const on = useMutation({
    mutationFn: () => api.assistant.switchOn({ termsVersion, command: createId() }),
    onSuccess: () => {
      toast.success(t('done.on'))
      onClose()
    },
    onSettled: refetch,
  })
  const submit = () => {
    setChecked(true)
    if (isRead) on.mutate()
  }
  return (
    <>
      <Checkbox
        label={t('dialog.read')}
        checked={isRead}
        error={isChecked && !isRead && t('dialog.readMissing')}
        onChange={(event) => setRead(event.currentTarget.checked)}
      />
      <DialogFoot
        notice={
          on.isError && (
            <Callout kind="danger" urgent>
              {t(errorCode(on.error) === 'TERMS_CHANGED' ? 'termsChanged' : 'failed')}
            </Callout>
          )
        }
      >
        <Button variant="default" onClick={onClose}>
          {t('dialog.cancel')}
        </Button>
        <Button loading={on.isPending} onClick={submit}>
          {t('dialog.submit')}
        </Button>
      </DialogFoot>
    </>
  )
}
