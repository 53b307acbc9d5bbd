import { z } from 'zod';
import { appErrorSchema } from './errors';
import { longestAttribution } from './rules/attribution';
import { wmsRequestSchema } from './wms';

/** How an online map is asked for its tiles: by level, column and row, or by a WMS request. */
export const onlineMapKinds = ['xyz', 'wms'] as const;

/** One way to ask an online map for its tiles. */
export type OnlineMapKind = (typeof onlineMapKinds)[number];

/** Words that `{s}` of an address stands for, in turn: parts of a host's name. */
const subdomainSchema = z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,20}[a-z0-9])?$/i);

/** Characters that the names of layers may take. */
export const longestLayers = 500;

const onlineParts = {
  /**
   * XYZ: the address with `{z}`, `{x}`, `{y}` (or `{-y}`, counted from the south) and, where wanted,
   * `{s}` and `{r}`. WMS: the address of the server. Keys in it are masked wherever it is shown.
   */
  address: z.string().min(1).max(2000),
  subdomains: z.array(subdomainSchema).max(26),
  /** WMS: names of layers, separated by commas. */
  layers: z.string().max(longestLayers),
  /** WMS: how it is asked, where a person chose that of what it offers. */
  wms: wmsRequestSchema.optional(),
  /** A person said that the server may be in a private network or on this computer. */
  isPrivate: z.boolean(),
  /** The pictures name places, so that Fleetdesk names none above them. */
  namesPlaces: z.boolean(),
};

/** What is kept of an online map beside what each map has. */
export const onlineDetailsSchema = z.object({
  ...onlineParts,
  /**
   * Name of the keychain entry with the whole address, whose key is masked here; null where the
   * address holds none.
   */
  keyName: z.string().max(64).nullable(),
});

/** What is kept of an online map beside what each map has. */
export type OnlineDetails = z.infer<typeof onlineDetailsSchema>;

/** An online map as a person enters it. */
export const newOnlineMapSchema = z.object({
  ...onlineParts,
  kind: z.enum(onlineMapKinds),
  name: z.string().trim().min(1).max(120),
  /** Whose data it is, with links in HTML where wanted; empty where a person says nothing. */
  attribution: z.string().trim().max(longestAttribution),
  /** The deepest level that the server has. */
  maxZoom: z.number().int().min(0).max(22),
});

/** An online map as a person enters it. */
export type NewOnlineMap = z.infer<typeof newOnlineMapSchema>;

/**
 * OpenStreetMap's public tiles: off until a person chooses them. Their policy
 * (https://operations.osmfoundation.org/policies/tiles/) asks for an identifying User-Agent, caching
 * by the headers of the answers, a visible attribution, and no download in bulk.
 */
export const openStreetMap: NewOnlineMap = {
  kind: 'xyz',
  address: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
  subdomains: [],
  layers: '',
  isPrivate: false,
  namesPlaces: true,
  name: 'OpenStreetMap',
  attribution: '© <a href="https://www.openstreetmap.org/copyright">OpenStreetMap</a> contributors',
  maxZoom: 19,
};

/** Megabytes that the tiles of online maps may take on the disk. */
export const cacheLimits = [100, 250, 500, 1000, 2000] as const;

/** Bytes of a megabyte, as disks count. */
export const megabyte = 1_000_000;

/** What online maps have on the disk. */
export const mapCacheSchema = z.object({
  bytes: z.number().int().min(0),
  tiles: z.number().int().min(0),
  /** When the oldest of them came, epoch milliseconds; null where there are none. */
  oldest: z.number().nullable(),
  /** Bytes that they may take. */
  limit: z.number().int().positive(),
  /** Why none are kept on the disk; null where all is well. */
  fault: appErrorSchema.nullable(),
});

/** What online maps have on the disk. */
export type MapCache = z.infer<typeof mapCacheSchema>;
