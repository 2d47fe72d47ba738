import { getDomain } from 'tldts'

/**
 * Returns the platform of a host: its domain under the ICANN part of the Public Suffix List, so that all of
 * `*.vercel.app` is one. An IP address, or a name without such a domain, is returned as it is.
 */
export const findPlatform = (host: string): string => getDomain(host, { allowPrivateDomains: false }) ?? host

/**
 * Returns the tenant of a host: its domain under the whole Public Suffix List, whose subdomains cost nothing. On
 * `vercel.app` each name is a tenant of its own, on an ordinary domain all names together.
 */
export const findTenant = (host: string): string => getDomain(host, { allowPrivateDomains: true }) ?? host
