import type { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'
import type { PlanContent, PlanVersion } from '@attune/contract/features/care/treatment-plan/treatment-plan.schemas'
import { sql } from 'kysely'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { PdfEntry } from '../../../../platform/pdf/entries-document.ts'
import type { ExportedRecord } from '../record-export.head.ts'
import { pageSql, pagedRows } from './pages.ts'
import { labelledText, textsOf } from '../record-export.texts.ts'

type DiagnosisRow = { code: string; text: string; from: string; until: string | null }
type Version = Pick<PlanVersion, 'id' | 'number' | 'goals' | 'interventions' | 'reviewOn' | 'signatures'> & {
  at: string
}
type Progress = { on: string; percent: number | null }
type ObjectiveRow = { text: string | null; steps: Progress[] }
type Texts = ReturnType<typeof textsOf>

/**
 * Yields the diagnoses that applied in the period, the versions of the treatment plan that were valid in it with their signatures, and the progress
 * recorded in it. Comments on progress are among the private notes.
 */
export async function* planEntries(app: Pick<AppContext, 'db'>, record: ExportedRecord): AsyncGenerator<PdfEntry> {
  const texts = textsOf(record)
  const { t, entry, day, moment } = texts
  const diagnoses = await diagnosesOf(app, record)
  if (diagnoses.length > 0)
    yield entry({
      heading: t('diagnoses'),
      content: labelledText(
        diagnoses.map(({ code, text, from, until }) => ({
          label: [code, text].filter(Boolean).join(' '),
          text: until
            ? t('diagnosisUntil', { from: day(from), until: day(until) })
            : t('diagnosisFrom', { from: day(from) }),
        })),
      ),
    })
  for await (const version of versionsOf(app, record))
    yield entry({
      heading: t('planVersion', { number: String(version.number), when: moment(version.at) }),
      facts: [version.reviewOn ? `${t('reviewOn')} ${day(version.reviewOn)}` : ''],
      content: planText(version, texts),
    })
  for (const { text, steps } of await progressOf(app, record))
    yield entry({
      heading: t('progress', { objective: text ?? t('formerObjective') }),
      content: labelledText(
        steps.map(({ on, percent }) => ({
          label: `${day(on)}: ${percent === null ? t('worked') : `${percent} %`}`,
          text: '',
        })),
        true,
      ),
    })
}

function planText({ goals, interventions, signatures }: Version, { t, day, moment }: Texts): RichText {
  const numbered = (at: number) => ({ number: String(at + 1) })
  const details = ({ measure, target, targetOn, score }: PlanContent['goals'][number]['objectives'][number]) =>
    [
      measure && `${t('measure')}: ${measure}`,
      target && `${t('target')}: ${target}`,
      score && t(`score.${score.reach}`, { title: score.title, points: String(score.points) }),
      targetOn && `${t('targetOn')}: ${day(targetOn)}`,
    ].filter(Boolean)
  const signature = (by: string, signed: PlanVersion['signatures']['client']) =>
    signed
      ? [
          {
            label: t(by, { name: signed.name, when: moment(signed.signedAt) }),
            text: `${t('hash')}: ${signed.sha256}`,
          },
        ]
      : []
  return labelledText([
    ...goals.flatMap((goal, at) => [
      { label: t('goal', numbered(at)), text: goal.text },
      ...goal.objectives.map((objective, place) => ({
        label: `${t('objective', numbered(place))} (${t(`objectiveState.${objective.state}`)})`,
        text: [objective.text, ...details(objective)].join('\n'),
      })),
    ]),
    { label: t('interventions'), text: interventions.join('\n') },
    ...signature('signedByTherapist', signatures.therapist),
    ...signature('signedByClient', signatures.client),
  ])
}

/** SQL for the first and the last day of the export order's period; infinite if the order has no limit. */
export const daysOf = ({ order: { from, until } }: ExportedRecord) => ({
  first: sql`coalesce(${from}::date, '-infinity')`,
  last: sql`coalesce(${until}::date, 'infinity')`,
})

const diagnosesOf = ({ db }: Pick<AppContext, 'db'>, record: ExportedRecord): Promise<DiagnosisRow[]> =>
  db.asActor(record.actor, async ({ kysely, actor }) => {
    const { first, last } = daysOf(record)
    const { rows } = await sql<DiagnosisRow>`
      select d.code, d.text, d.from_day::text as "from", d.until_day::text as until from app.diagnosis d
      where d.therapist_id = ${actor.id} and d.client_id = ${record.clientId} and d.from_day <= ${last} and (d.until_day is null or d.until_day >= ${first})
      order by d.from_day, d.id`.execute(kysely)
    return rows
  })

const versionsOf = (app: Pick<AppContext, 'db'>, record: ExportedRecord) =>
  pagedRows<Version>(app, record, async ({ kysely, actor }, after) => {
    const signed = sql`json_build_object('name', g.name, 'signedAt', g.signed_at, 'sha256', g.sha256)`
    const page = await sql<Version>`
      select v.id, v.number, v.goals, v.review_on::text as "reviewOn", v.made_at as at, coalesce(d.interventions, '{}') as interventions,
        json_build_object(
          'therapist', (select ${signed} from app.treatment_plan_signature g where g.therapist_id = v.therapist_id and g.version_id = v.id),
          'client', (select ${signed} from app.treatment_plan_client_signature g where g.therapist_id = v.therapist_id and g.version_id = v.id)) as signatures
      from app.treatment_plan_version v
        left join app.treatment_plan_detail d on d.therapist_id = v.therapist_id and d.version_id = v.id
      where v.therapist_id = ${actor.id} and v.client_id = ${record.clientId} and v.made_at < ${record.until ?? 'infinity'}::timestamptz
        and not exists (select from app.treatment_plan_version n where n.therapist_id = v.therapist_id and n.client_id = v.client_id
          and n.number > v.number and n.made_at <= ${record.from ?? '-infinity'}::timestamptz)
        ${pageSql(sql`v.made_at`, sql`v.id`, after)}`.execute(kysely)
    return page.rows
  })

/** SQL for the text of the objective of progress `p` in its latest version; null if the plan never had it. */
export const objectiveTextSql = ({ actor, clientId }: Pick<ExportedRecord, 'actor' | 'clientId'>) => sql`(
  select o.value->>'text' from app.treatment_plan_version v, jsonb_array_elements(v.goals) g, jsonb_array_elements(g.value->'objectives') o
  where v.therapist_id = ${actor.id} and v.client_id = ${clientId} and o.value->>'id' = p.objective_id::text order by v.number desc limit 1)`

/** Returns the progress of each objective in the period, oldest first. The text of an objective is that of its latest version. */
const progressOf = ({ db }: Pick<AppContext, 'db'>, record: ExportedRecord): Promise<ObjectiveRow[]> =>
  db.asActor(record.actor, async ({ kysely, actor }) => {
    const { first, last } = daysOf(record)
    const { rows } = await sql<ObjectiveRow>`
      select ${objectiveTextSql(record)} as text, json_agg(json_build_object('on', p.noted_on, 'percent', p.percent) order by p.noted_on, p.id) as steps
      from app.treatment_progress p
      where p.therapist_id = ${actor.id} and p.client_id = ${record.clientId} and p.noted_on between ${first} and ${last}
      group by p.objective_id order by min(p.noted_on), p.objective_id`.execute(kysely)
    return rows
  })
