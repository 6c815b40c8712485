import type { ClientId } from '@attune/contract/common/ids'
import type { SuperbillItem } from '@attune/contract/features/billing/superbill/superbill'
import { Button, Skeleton, Text } from '@mantine/core'
import { IconArrowBackUp, IconFileCertificate } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../platform/api/api.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { FormError } from '../../../ui/base/FormError.tsx'
import { FormDialog } from '../../../ui/dialog/FormDialog.tsx'
import { ActionMenu } from '../../../ui/page/menu/ActionMenu.tsx'
import { moneyText } from '../../../ui/page/money-text.ts'
import { Query } from '../../../ui/page/loading/Query.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { LazySuperbillDialog } from './lazy-superbills.ts'
import classes from './superbill.module.css'
import { SuperbillDownload } from './SuperbillDownload.tsx'
import {
  useInvalidateSuperbills,
  useSubscribeToSuperbills,
  useSuperbillRefusalText,
  useSuperbillTexts,
} from './use-superbills.ts'

/** The superbills of a client, with a button that makes one. */
export function SuperbillList({ clientId }: { clientId: ClientId }) {
  const { t } = useTranslation('superbill')
  const [asked, setAsked] = useState(false)
  useSubscribeToSuperbills()
  const read = useQuery(orpc.superbill.list.queryOptions({ input: { clientId } }))
  return (
    <div className={classes.part}>
      <h3 className={classes.subtitle}>{t('title')}</h3>
      <Query
        of={read}
        pending={<Skeleton height={40} />}
        failed={t('failed')}
        again={t('again')}
        empty={
          read.data?.items.length === 0 && (
            <Text size="sm" c="dimmed">
              {t('none')}
            </Text>
          )
        }
      >
        {({ items }) => (
          <ul className={classes.list}>
            {items.map((item) => (
              <SuperbillRow key={item.id} item={item} />
            ))}
          </ul>
        )}
      </Query>
      <div>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconFileCertificate size={16} aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => setAsked(true)}
        >
          {t('make')}
        </Button>
      </div>
      {asked && <LazySuperbillDialog clientId={clientId} onClose={() => setAsked(false)} />}
    </div>
  )
}

function SuperbillRow({ item }: { item: SuperbillItem }) {
  const { t } = useTranslation('superbill')
  const { language } = useLocale()
  const { period, obstacle } = useSuperbillTexts()
  const [asked, setAsked] = useState(false)
  const { sessions, paidMinor, currency, withdrawn } = item
  const withdraw = { label: t('withdraw.action'), icon: IconArrowBackUp, danger: true, onClick: () => setAsked(true) }
  return (
    <li className={classes.item}>
      <div className={classes.texts}>
        <div>{period(item)}</div>
        <div className={classes.quiet}>
          {t('sessions', { count: sessions })} · {moneyText(paidMinor, currency, language)}
        </div>
        {obstacle(item) && <div className={classes.quiet}>{obstacle(item)}</div>}
      </div>
      <SuperbillDownload item={item} />
      <ActionMenu label={t('menuOf', { period: period(item) })} items={withdrawn ? [] : [withdraw]} />
      {asked && <WithdrawDialog item={item} onClose={() => setAsked(false)} />}
    </li>
  )
}

function WithdrawDialog({ item: { id }, onClose }: { item: SuperbillItem; onClose: () => void }) {
  const { t } = useTranslation(['superbill', 'common'])
  const changed = useInvalidateSuperbills()
  const refusal = useSuperbillRefusalText()
  const withdraw = useMutation({
    mutationFn: () => api.superbill.withdraw({ id }),
    onSuccess: () => {
      toast.success(t('withdraw.done'))
      onClose()
    },
    onSettled: changed,
  })
  return (
    <FormDialog
      danger
      title={t('withdraw.title')}
      submit={t('withdraw.submit')}
      back={t('common:cancel')}
      busy={withdraw.isPending}
      onClose={onClose}
      onSubmit={() => withdraw.mutate()}
    >
      <Text size="sm">{t('withdraw.text')}</Text>
      <FormError>{withdraw.error && refusal(withdraw.error)}</FormError>
    </FormDialog>
  )
}
