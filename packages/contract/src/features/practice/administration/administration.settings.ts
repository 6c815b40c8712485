import { z } from 'zod'
import { CountryCode } from '../../../common/address/country.schemas.ts'
import { Done, EmptyInput } from '../../../common/ids.ts'
import { clientWords } from '../../../common/text/client-word.ts'
import { textLengths } from '../../../common/text/lengths.ts'
import { read, write } from '../../../common/procedure.ts'
import { imageIdsOf } from '../../../common/rich-text/rich-text.ts'
import { RichText, richTextUpTo } from '../../../common/rich-text/rich-text.schemas.ts'
import { Email, PublicAddress, Language, requiredName, text } from '../../../common/text/text.schemas.ts'
import { ClockTime, Zone } from '../../../common/time/time.schemas.ts'
import {
  addressChecks,
  idleMinutesRange,
  isPhoneAsTyped,
  legalTextNames,
  maxLegalTextLength,
  maxSafetyLines,
  majorityAgeRange,
  retentionYearsRange,
  therapistSignups,
} from './administration.rules.ts'

const IdleMinutes = z.int().min(idleMinutesRange.least).max(idleMinutesRange.most)

/** The settings of the installation, which an admin enters. */
export const ProductSettings = z.strictObject({
  practiceName: requiredName(textLengths.practiceName),
  /** The name that emails show as their sender. */
  emailName: requiredName(textLengths.emailName),
  /** The postal address of the practice, which emails show in their footer; empty if there is none. */
  practiceAddress: text(textLengths.practiceAddress),
  therapistSignup: z.enum(therapistSignups),
  /** Whether sign-up reveals that an address already has an account. */
  tellExistingAccounts: z.boolean(),
  /** The public URL of this installation; null if none was entered. If the environment sets PUBLIC_URL, that URL is used instead. */
  publicUrl: PublicAddress.nullable(),
  /** The text of the page 'Support'. */
  supportText: text(textLengths.supportText),
  /** The email address for support; null if none was entered. */
  supportEmail: Email.nullable(),
  /** The languages that people can choose. A language that is no longer offered keeps working for those who use it. */
  languages: z
    .array(Language)
    .min(1)
    .refine((all) => new Set(all).size === all.length, 'TWICE'),
  /** One of `languages`: the language of people who have chosen none. */
  defaultLanguage: Language,
  /** The number of years after the last session for which a client's record is kept. */
  retentionYears: z.int().min(retentionYearsRange.least).max(retentionYearsRange.most),
  /** The minutes without activity after which the pages of therapists and admins lock. */
  idleMinutesStaff: IdleMinutes,
  /** The minutes without activity after which the pages of clients lock. */
  idleMinutesClient: IdleMinutes,
  /** Whether several accounts can be signed in to one browser. */
  severalAccounts: z.boolean(),
  /** The word of the practice for the people whom it treats. */
  clientWord: z.enum(clientWords),
  /** The age of majority. From this age, clients decide for themselves: they sign their forms, and the rights of their guardians pause. */
  majorityAge: z.int().min(majorityAgeRange.least).max(majorityAgeRange.most),
})
export type ProductSettings = z.infer<typeof ProductSettings>

/** The settings as they are saved. A practice that is not set up has empty names. */
const SavedSettings = ProductSettings.extend({
  practiceName: z.string().max(textLengths.practiceName),
  emailName: z.string().max(textLengths.emailName),
  // An earlier version accepted addresses with a path.
  publicUrl: z.string().nullable(),
})

/** The support hours on each of the weekdays, in `zone`. */
const hours = {
  /** The first weekday, 1 to 7; 1 is Monday (ISO 8601). */
  firstDay: z.int().min(1).max(7),
  /** The last weekday, not before the first. */
  lastDay: z.int().min(1).max(7),
  from: ClockTime,
  to: ClockTime,
  zone: Zone,
}
const PlainSupportHours = z.strictObject(hours)
const SupportHoursSetting = z
  .strictObject({ ...hours, before: PlainSupportHours.optional() })
  .refine(({ firstDay, lastDay }) => firstDay <= lastDay, { error: 'WRONG_ORDER', path: ['lastDay'] })
  .refine(({ from, to }) => from < to, { error: 'WRONG_ORDER', path: ['to'] })
export type SupportHoursSetting = z.infer<typeof PlainSupportHours>

export const LegalTextKind = z.enum(legalTextNames)
/** The name and the language of a legal text. */
export const LegalTextPlace = { page: LegalTextKind, language: Language }
/** The rich text of a legal page. Refuses pictures: the page is public, and files are served only to people who are signed in. */
export const LegalTextBody = richTextUpTo(maxLegalTextLength).refine(
  (doc) => imageIdsOf(doc).length === 0,
  'NO_PICTURES',
)

const Phone = z
  .string()
  .max(textLengths.phone)
  .transform((value) => value.trim())
  .refine(isPhoneAsTyped, 'NOT_A_NUMBER')

/** The emergency number and the crisis lines of a country. */
export const CountryNumbersSetting = z.strictObject({
  emergency: Phone,
  /** The crisis lines. `always`: whether a line answers day and night. */
  lines: z
    .array(z.strictObject({ name: requiredName(textLengths.contactName), phone: Phone, always: z.boolean() }))
    .max(maxSafetyLines),
})
export type CountryNumbersSetting = z.infer<typeof CountryNumbersSetting>

/** The settings that every page uses, also before signing in. */
export const PublicSettings = z.strictObject({
  /** A number that increases with each change of the settings. */
  revision: z.int(),
  languages: z.array(Language),
  defaultLanguage: Language,
  /** The number of years after the last session for which a client's record is kept. */
  retentionYears: z.int(),
  /** The minutes without activity after which the pages of a role lock. */
  idleMinutes: z.strictObject({ therapist: z.int(), admin: z.int(), client: z.int() }),
  /** Whether several accounts can be signed in to one browser. */
  severalAccounts: z.boolean(),
  /** The word of the practice for the people whom it treats. */
  clientWord: z.enum(clientWords),
  /** The legal texts that are published. */
  legalPages: z.array(LegalTextKind),
  /** The numbers that the practice has entered, by country. They replace the product's numbers. */
  safetyNumbers: z.record(z.string(), CountryNumbersSetting),
  /** Whether the public URL is a loopback address, which other machines cannot open. */
  loopback: z.boolean(),
})
export type PublicSettings = z.infer<typeof PublicSettings>

const NumbersChange = {
  country: CountryCode,
  /** Null removes the numbers that the practice has entered. */
  numbers: CountryNumbersSetting.nullable(),
  /** The saved numbers on which the change is based. */
  before: CountryNumbersSetting.nullable(),
}

export const settingsProcedures = {
  settings: read.input(EmptyInput).output(
    z.strictObject({
      settings: SavedSettings,
      publicUrlFromEnvironment: z.boolean(),
      /** The legal texts that have a draft or a version. */
      legalTexts: z.array(
        z.strictObject({
          ...LegalTextPlace,
          /** The published version; null if none is published. */
          version: z.int().nullable(),
          /** Whether the draft differs from the published version. */
          isChanged: z.boolean(),
        }),
      ),
      safetyNumbers: PublicSettings.shape.safetyNumbers,
    }),
  ),
  /**
   * Saves product settings. An omitted setting keeps its value. `before` contains the saved values on which the change is based. Refuses with CHANGED
   * and the current settings if one of these values has changed, and with DEFAULT_NOT_OFFERED if the default language is not one of the offered ones.
   */
  saveSettings: write
    .input(ProductSettings.partial().extend({ before: SavedSettings.partial().optional() }))
    .output(SavedSettings)
    .errors({ CHANGED: { status: 409, data: SavedSettings.partial() }, DEFAULT_NOT_OFFERED: { status: 409 } }),
  /**
   * Saves the support hours and marks them as confirmed, even if they did not change. `before` contains the saved hours on which the change is based.
   * Refuses with CHANGED and the current hours if they differ.
   */
  saveSupportHours: write
    .input(SupportHoursSetting)
    .output(Done)
    .errors({ CHANGED: { status: 409, data: PlainSupportHours } }),
  /**
   * Requests the public address of this installation from this server. `reached`: this installation responded. `other-server`: another server
   * responded. `no-answer`: no response. `not-public`: the address is on this machine or in a local network. `not-https`: the address does not use
   * https. `none`: no address was entered.
   */
  checkPublicAddress: read.input(EmptyInput).output(z.strictObject({ outcome: z.enum(addressChecks) })),
  /** The draft of a legal text in one language; null if there is none. */
  legalText: read.input(z.strictObject(LegalTextPlace)).output(z.strictObject({ text: RichText.nullable() })),
  /**
   * Saves the draft of a legal text; null removes it. Readers see the draft only once it is published. `before` is the saved draft on which the
   * change is based. Refuses with CHANGED and the current draft if it differs.
   */
  saveLegalText: write
    .input(z.strictObject({ ...LegalTextPlace, text: LegalTextBody.nullable(), before: LegalTextBody.nullable() }))
    .output(Done)
    .errors({ CHANGED: { status: 409, data: z.strictObject({ text: RichText.nullable() }) } }),
  saveSafetyNumbers: write
    .input(z.strictObject(NumbersChange))
    .output(Done)
    .errors({ CHANGED: { status: 409, data: z.strictObject({ numbers: CountryNumbersSetting.nullable() }) } }),
}
