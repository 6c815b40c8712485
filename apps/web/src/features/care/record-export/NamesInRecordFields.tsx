import type { NamePlace } from '@attune/contract/features/care/record-export/record-export'
import { Button, Checkbox, Group, Radio, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { Callout } from '../../../ui/base/Callout.tsx'
import { dateText, localDay } from '../../../ui/page/date-text.ts'
import { Query } from '../../../ui/page/loading/Query.tsx'
import { MetaList } from '../../../ui/page/row/MetaList.tsx'
import classes from './ExportRecordDialog.module.css'
import type { NameDecision, NamesInRecord } from './names-in-record.ts'

type Props = { names: NamesInRecord; checked: boolean }

/** Asks whether shared parts of notes are exported, and which names of other people are kept. Shows nothing if the record has neither. */
export function NamesInRecordFields({ names, checked }: Props) {
  const { t } = useTranslation('recordExport')
  const { found, read, withShared, setWithShared } = names
  if (read.isError)
    return <Query of={{ ...read, data: undefined }} failed={t('names.failed')} again={t('names.again')} />
  if (!found) return null
  return (
    <>
      {found.sharedWith.length > 0 && (
        <div>
          <Checkbox
            label={t('shared')}
            checked={withShared}
            onChange={({ currentTarget }) => setWithShared(currentTarget.checked)}
          />
          <div className={classes.warning}>
            <Callout kind={withShared ? 'warning' : 'info'}>
              {t(withShared ? 'sharedWarning' : 'sharedHint', { names: found.sharedWith.join(', ') })}
            </Callout>
          </div>
        </div>
      )}
      {found.places.length > 0 && <Places names={names} found={found} checked={checked} />}
    </>
  )
}

function Places({ names, found, checked }: Props & { found: NonNullable<NamesInRecord['found']> }) {
  const { t } = useTranslation('recordExport')
  const { places, isComplete } = found
  const problem = checked && names.undecided > 0
  return (
    <section aria-labelledby="names-in-record">
      <h3 id="names-in-record" className={classes.namesTitle}>
        {t('names.title')}
      </h3>
      <Text size="sm" c="dimmed">
        {t('names.text')}
      </Text>
      <Group gap="xs" mt="xs">
        {(['remove', 'keep'] as const).map((decision) => (
          <Button key={decision} size="compact-sm" variant="default" onClick={() => names.decideAll(decision)}>
            {t(`names.all.${decision}`)}
          </Button>
        ))}
      </Group>
      {!isComplete && (
        <div className={classes.warning}>
          <Callout kind="warning">{t('names.more', { count: places.length })}</Callout>
        </div>
      )}
      <ul className={classes.places}>
        {places.map((place) => (
          <li key={place.id}>
            <Place
              place={place}
              decision={names.decisionOn(place)}
              problem={problem && !names.decisionOn(place)}
              onDecide={(decision) => names.decide(place.id, decision)}
            />
          </li>
        ))}
      </ul>
      {problem && (
        <Text size="sm" c="red" role="alert">
          {t('names.undecided', { count: names.undecided })}
        </Text>
      )}
    </section>
  )
}

type PlaceProps = {
  place: NamePlace
  decision: NameDecision | undefined
  problem: boolean
  onDecide: (decision: NameDecision) => void
}

/** A name with the words around it, and the choice to keep or remove it. */
function Place({ place, decision, problem, onDecide }: PlaceProps) {
  const { t } = useTranslation('recordExport')
  const locale = useLocale()
  const { startsAt, source, before, name, after } = place
  return (
    <Radio.Group
      label={
        <>
          <MetaList>
            {dateText(localDay(startsAt, locale), locale.language)}
            {t(`names.source.${source}`)}
          </MetaList>
          <span className={classes.quote}>
            {before}
            <mark>{name}</mark>
            {after}
          </span>
        </>
      }
      value={decision ?? null}
      error={problem && t('names.choose')}
      onChange={(value) => onDecide(value === 'keep' ? 'keep' : 'remove')}
    >
      <Group gap="md" mt={4}>
        <Radio value="remove" label={t('names.remove')} />
        <Radio value="keep" label={t('names.keep')} />
      </Group>
    </Radio.Group>
  )
}
