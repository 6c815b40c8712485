import type { DeletionKinds } from './erasures/deletion-kinds.ts'
import type { Mount } from './http/server.ts'
import type { Cleanup } from './jobs/cleanup.ts'
import type { JobHandlers } from './jobs/job-worker.ts'
import type { EmailKind } from './mail/email-kind.ts'
import type { ExportContribution } from './personal-export/exported-part.ts'
import type { SocketRoute } from './realtime/socket-routes.ts'

/**
 * The parts that a feature adds to the server. A feature with procedures provides their handlers and policies, which the router compares with the
 * contract.
 */
export type Feature = {
  jobs?: Partial<JobHandlers>
  /** The steps of the periodic cleanup, in the order in which they run. */
  cleanups?: readonly Cleanup[]
  /** Runs the cleanups after those of all other features. */
  cleansUpLast?: true
  emails?: Readonly<Record<string, EmailKind>>
  /** The routes that are not procedures. */
  mounts?: readonly Mount[]
  /** The sockets that browsers open in addition to that of the change feed. */
  sockets?: readonly SocketRoute[]
  /** The contributions to the exports of people's own data. */
  exports?: readonly ExportContribution[]
  deletion?: DeletionKinds
} & ({ handlers: object; policy: object } | { handlers?: never; policy?: never })

/** Defines a feature. Keeps the type of each part, so that the compiler can tell which procedures, queues and emails the features cover. */
export const defineFeature = <Parts extends Feature>(
  parts: Parts & Readonly<Record<Exclude<keyof Parts, keyof Feature>, never>>,
): Parts => parts

type FeatureList = Readonly<Record<string, Feature>>

/** The types of one part, by feature. Features without the part are omitted. */
type PartsByFeature<Features, Part extends keyof Feature> = {
  [Name in keyof Features as Part extends keyof Features[Name] ? Name : never]: Features[Name][Part &
    keyof Features[Name]]
}

/** Collects one part from each feature that has it, by the name of the feature. */
export function collectParts<Features extends FeatureList, Part extends 'handlers' | 'policy'>(
  features: Features,
  part: Part,
): PartsByFeature<Features, Part> {
  const entries = Object.entries(features).flatMap(([name, feature]) => (feature[part] ? [[name, feature[part]]] : []))
  return Object.fromEntries(entries) as PartsByFeature<Features, Part>
}

/** The keys in one part of all features, such as the names of their queues. */
type KeysOfPart<Features, Part extends keyof Feature> = {
  [Name in keyof Features]: Part extends keyof Features[Name] ? keyof Features[Name][Part] : never
}[keyof Features]

type MergedPart<Features, Part extends 'jobs' | 'emails'> = Required<
  Pick<Required<Feature>[Part], KeysOfPart<Features, Part> & keyof Required<Feature>[Part]>
>

/** Returns the entries of one part of all features as one record. */
export function mergeParts<Features extends FeatureList, Part extends 'jobs' | 'emails'>(
  features: Features,
  part: Part,
): MergedPart<Features, Part> {
  const entries = Object.values(features).flatMap((feature) => Object.entries(feature[part] ?? {}))
  return Object.fromEntries(entries) as MergedPart<Features, Part>
}
