import { z } from 'zod'
import { CATEGORIES } from '../../domain/category.ts'
import { isDate } from '../../interface/rules.ts'

// Functions, so that the bundle of a host without tools leaves them out.

/** What is no handle is an agent that is not indexed: then near ones are suggested. */
export const handle = () => z.string().min(1).max(200).describe('Handle of an agent, in any case')

export const category = () => z.enum(CATEGORIES)

export const rows = (max: number, fallback: number, what: string) =>
  z.int().min(1).max(max).default(fallback).describe(what)

export const detail = () =>
  z
    .enum(['concise', 'full'])
    .default('concise')
    .describe('concise: the essentials, a few KB; full: everything the REST API returns')

/** A day by a pattern, since strict validators know no formats. */
export const date = () =>
  z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/)
    .refine(isDate)
