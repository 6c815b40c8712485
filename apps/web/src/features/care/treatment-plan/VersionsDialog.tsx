import type { ClientId } from '@attune/contract/common/ids'
import type { PlanVersion } from '@attune/contract/features/care/treatment-plan/treatment-plan.schemas'
import { Checkbox, NativeSelect, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { Query } from '../../../ui/page/loading/Query.tsx'
import { dateText, localDay } from '../../../ui/page/date-text.ts'
import { compareLines, planLines, type ComparedLine } from './plan-lines.ts'
import { SignatureList } from './sharing/SignatureList.tsx'
import classes from './treatment-plan.module.css'

/** Shows the versions of a plan one at a time, alone or compared with the previous version. */
export function VersionsDialog({ clientId, onClose }: { clientId: ClientId; onClose: () => void }) {
  const { t } = useTranslation('treatmentPlan')
  const read = useQuery(orpc.treatmentPlan.versions.queryOptions({ input: { clientId } }))
  return (
    <Dialog title={t('versions.title')} size={640} onClose={onClose}>
      <Query of={read} pending={<Skeleton height={240} />} failed={t('failed')} again={t('again')}>
        {({ items }) => <Versions items={items} />}
      </Query>
    </Dialog>
  )
}

function Versions({ items }: { items: readonly PlanVersion[] }) {
  const { t } = useTranslation('treatmentPlan')
  const locale = useLocale()
  const [chosen, setChosen] = useState(items[0]?.number ?? 0)
  const [compared, setCompared] = useState(true)
  const day = (of: string) => dateText(of, locale.language)
  const index = items.findIndex(({ number }) => number === chosen)
  const [version, before] = [items[index], items[index + 1]]
  if (!version) return null
  const lines = planLines(version, t, day)
  const shown =
    compared && before
      ? compareLines(planLines(before, t, day), lines)
      : lines.map((text): ComparedLine => ({ text, change: 'same' }))
  return (
    <div className={classes.form}>
      <div className={classes.pair}>
        <NativeSelect
          label={t('versions.which')}
          value={`${chosen}`}
          data={items.map(({ number, madeAt }) => ({
            value: `${number}`,
            label: t('version.full', { number, day: day(localDay(madeAt, locale)) }),
          }))}
          onChange={(event) => setChosen(Number(event.currentTarget.value))}
        />
        {before && (
          <Checkbox
            className={classes.compare}
            label={t('versions.compare', { number: before.number })}
            checked={compared}
            onChange={(event) => setCompared(event.currentTarget.checked)}
          />
        )}
      </div>
      <ComparedLines lines={shown} />
      <SignatureList signatures={version.signatures} />
    </div>
  )
}

function ComparedLines({ lines }: { lines: readonly ComparedLine[] }) {
  const { t } = useTranslation('treatmentPlan')
  return (
    <ul className={classes.compared}>
      {lines.map(({ text, change }, index) => (
        <li key={index} data-change={change}>
          {change === 'added' && <ins aria-label={t('versions.added', { text })}>{text}</ins>}
          {change === 'removed' && <del aria-label={t('versions.removed', { text })}>{text}</del>}
          {change === 'same' && text}
        </li>
      ))}
    </ul>
  )
}
