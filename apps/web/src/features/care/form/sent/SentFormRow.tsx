import type { SentForm } from '@attune/contract/features/care/form/form.schemas'
import { UnstyledButton } from '@mantine/core'
import { IconFlag, IconReplace, IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { ActionMenu } from '../../../../ui/page/menu/ActionMenu.tsx'
import { dateText } from '../../../../ui/page/date-text.ts'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { StatusBadge } from '../../../../ui/page/status/StatusBadge.tsx'
import { CardRow } from '../../../../ui/page/Section.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import classes from '../Form.module.css'
import { FormDownload } from '../FormDownload.tsx'
import { SentFormBadge } from '../SentFormBadge.tsx'
import { useFormRefusalText, useFormTimes, useInvalidateForms } from '../use-forms.ts'

const SentFormDialog = lazyNamed(() => import('./SentFormDialog.tsx'), 'SentFormDialog')

type Props = { client: { id: string; name: string }; item: SentForm }

/** A sent form with its state. It can be opened, and while it is open, replaced by a newer version or taken back. */
export function SentFormRow({ client, item }: Props) {
  const { t } = useTranslation('form')
  const { language } = useLocale()
  const { day } = useFormTimes()
  const [viewed, setViewed] = useState(false)
  const { id, title, state, sentAt, signedAt, withdrawnAt, dueDay, version, isReady, lacksGuardian, flag } = item
  const hasPdf = state === 'signed' || state === 'withdrawn'
  return (
    <CardRow wraps>
      <div className={classes.texts}>
        <UnstyledButton className={classes.link} aria-haspopup="dialog" onClick={() => setViewed(true)}>
          {title}
        </UnstyledButton>
        <div className={classes.facts}>
          <MetaList>
            {t('versionNumber', { number: version })}
            {t('sentOn', { day: day(sentAt) })}
            {signedAt && t('signedOn', { day: day(signedAt) })}
            {withdrawnAt && t('withdrawnOn', { day: day(withdrawnAt) })}
            {state === 'open' && dueDay && t('dueOn', { day: dateText(dueDay, language) })}
            {lacksGuardian && t('sent.lacksGuardian')}
          </MetaList>
        </div>
      </div>
      <div className={classes.actions}>
        {flag === 'raised' && (
          <StatusBadge icon={IconFlag} tone="danger">
            {t('flag.short')}
          </StatusBadge>
        )}
        <SentFormBadge state={state} />
        {hasPdf && <FormDownload id={id} title={title} isReady={isReady} />}
        {state === 'open' && <SentFormMenu clientId={client.id} item={item} />}
      </div>
      {viewed && <SentFormDialog client={client} item={item} onClose={() => setViewed(false)} />}
    </CardRow>
  )
}

function SentFormMenu({ clientId, item: { id, newerVersion } }: { clientId: string; item: SentForm }) {
  const { t } = useTranslation('form')
  const changed = useInvalidateForms()
  const refusal = useFormRefusalText()
  const onError = (error: unknown) => {
    toast.error(refusal(error))
    void changed()
  }
  const replace = useMutation({
    mutationFn: (version: number) => api.form.replace({ clientId, id, version }),
    onSuccess: () => {
      void changed()
      toast.success(t('replace.done'))
    },
    onError,
  })
  const cancel = useMutation({
    mutationFn: () => api.form.cancel({ clientId, id }),
    onSuccess: () => {
      void changed()
      toast.success(t('cancel.done'))
    },
    onError,
  })
  return (
    <ActionMenu
      label={t('more')}
      items={[
        ...(newerVersion === null
          ? []
          : [
              {
                label: t('replace.action', { number: newerVersion }),
                icon: IconReplace,
                onClick: () => replace.mutate(newerVersion),
              },
            ]),
        { label: t('cancel.action'), icon: IconX, danger: true, onClick: () => cancel.mutate() },
      ]}
    />
  )
}
