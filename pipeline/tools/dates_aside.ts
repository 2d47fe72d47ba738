/** Stands for a date in a text that is compared. */
const DATE = '<date>'

const MONTHS = [
  'jan(?:uary|uar|vier)?|feb(?:ruary|ruar|braio|rero)?|mar(?:ch|s|zo)?|märz|apr(?:il|ile)?|abril|may|mai|mayo|june?|juni|juin',
  'july?|juli|juillet|aug(?:ust)?|ao[uû]t|agosto|sept?(?:ember|embre|iembre)?|o[ck]t(?:ober|obre)?|ou?tubre|outubro',
  'nov(?:ember|embre|iembre|embro)?|de[cz](?:ember|embre|embro)?|dic(?:iembre|embre)?|déc(?:embre)?|fév(?:rier)?',
  'enero|janeiro|gennaio|fevereiro|febrero|março|marzo|aprile|maggio|maio|giugno|junho|junio|luglio|julho|julio|settembre',
].join('|')

const TIME = String.raw`\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?\s?(?:[ap]m\b|z\b|utc\b|gmt\b|[+-]\d{2}:?\d{2})?`
const YEAR = String.raw`(?:19|20)\d{2}`
const MONTH = String.raw`(?<!\p{L})(?:${MONTHS})(?!\p{L})\.?`
const DAY = String.raw`\d{1,2}(?:st|nd|rd|th|\.)?`

const FORMS = [
  String.raw`${YEAR}([-/.])\d{1,2}\1\d{1,2}`,
  String.raw`${YEAR}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:T\d{4,6}Z?)?`,
  String.raw`\d{1,2}([-/.])\d{1,2}\2${YEAR}`,
  String.raw`${YEAR}\s?[年년]\s?\d{1,2}\s?[月월]\s?\d{1,2}\s?[日일]`,
  String.raw`(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,?\s)?${DAY}\s(?:de\s)?${MONTH},?\s(?:de\s)?${YEAR}`,
  String.raw`${MONTH}\s${DAY},?\s${YEAR}`,
].map((form) => `(?<![\\p{L}\\p{N}])${form}`)

const DATE_AND_TIME = new RegExp(`(?:${FORMS.join('|')})(?:(?:t|,?\\s(?:at\\s)?)${TIME})?(?!\\p{N})`, 'giu')

/** Puts the same word in the place of every date, and of a time that follows it. Times alone stay. */
export const setDatesAside = (text: string): string =>
  /\d/.test(text) ? text.replace(DATE_AND_TIME, DATE) : text
