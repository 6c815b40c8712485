import type { RequestLimit } from '@attune/contract/features/practice/api-access/api-access'
import { requestLimitRules } from '@attune/contract/features/practice/api-access/api-access.rules'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.ts'
import { currentLanguage } from '../../../platform/settings/language.ts'
import { Query } from '../../../ui/page/loading/Query.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { SettingRow } from '../../../ui/list/SettingRow.tsx'
import { useSettingOutcome } from '../../../ui/list/use-setting-outcome.ts'
import classes from './api-access.module.css'
import { PendingRows } from './PendingRows.tsx'
import { useAccessChange, useApiAccess } from './use-api-access.ts'

/** The request limits by group, with the use within the last 24 hours. */
export function RequestLimitSettings() {
  const { t } = useTranslation('apiAccess')
  const read = useApiAccess()
  return (
    <Section title={t('limits.title')} hint={t('limits.hint')} rows>
      <Query of={read} pending={<PendingRows height={280} />} failed={t('loadFailed')} again={t('again')}>
        {({ limits, isEnforced }) => (
          <>
            {!isEnforced && <p className={classes.note}>{t('limits.off')}</p>}
            {limits.map((limit) => (
              <LimitSetting key={limit.group} limit={limit} />
            ))}
          </>
        )}
      </Query>
    </Section>
  )
}

function LimitSetting({ limit: { group, limit, requests, refused, highest } }: { limit: RequestLimit }) {
  const { t } = useTranslation('apiAccess')
  const [typed, setTyped] = useState<string | null>(null)
  const change = useAccessChange(api.apiAccess.saveLimit)
  const { outcome, setLast } = useSettingOutcome<'limit'>(change)
  const { min, max } = requestLimitRules[group]
  const number = (value: number) => new Intl.NumberFormat(currentLanguage()).format(value)
  const wanted = /^\d{1,6}$/.test(typed?.trim() ?? '') ? Number(typed) : null
  const isWrong = typed !== null && (wanted === null || wanted < min || wanted > max)
  const save = () => {
    if (wanted === null || isWrong) return
    if (wanted === limit) return setTyped(null)
    setLast('limit')
    change.mutate(
      { group, limit: wanted },
      { onSuccess: () => setTyped((newest) => (newest === typed ? null : newest)) },
    )
  }
  const use =
    requests === 0
      ? t('limits.unused')
      : t('limits.use', { requests: number(requests), refused: number(refused), highest: number(highest) })
  return (
    <SettingRow
      label={t(`limits.group.${group}`)}
      hint={`${t(`limits.what.${group}`)} ${use}`}
      outcome={outcome('limit')}
    >
      <TextInput
        aria-label={t(`limits.group.${group}`)}
        description={t(`limits.per.${group}`)}
        inputWrapperOrder={['input', 'description', 'error']}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        value={typed ?? String(limit)}
        error={isWrong && t('limits.bounds', { min: number(min), max: number(max) })}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={save}
        onKeyDown={(event) => event.key === 'Enter' && save()}
      />
    </SettingRow>
  )
}
