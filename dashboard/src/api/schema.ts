// Made by "npm run dashboard:api" from the service's own description of its routes. Not edited by hand.

export interface paths {
    "/dashboard/api/assets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the account’s assets */
        get: operations["listAssets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/assets/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the bytes of an asset */
        get: operations["getAsset"];
        /** Create or replace an asset; the body is its bytes */
        put: operations["putAsset"];
        post?: never;
        /** Delete an asset for good */
        delete: operations["deleteAsset"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/billing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read what is left to spend, and how credits are added here */
        get: operations["readBilling"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/billing/checkouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Open a page of Stripe’s on which a pack is paid */
        post: operations["openCheckout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/billing/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what has changed the balance, the newest first */
        get: operations["listLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/billing/ledger.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The whole ledger as CSV */
        get: operations["exportLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/billing/notice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Say when to be told by mail that credits are few */
        put: operations["setLowCreditNotice"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/billing/packs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the credits that can be bought */
        get: operations["listPacks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/device/decide": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Let the program that shows a code sign in as you, or not */
        post: operations["decideDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/device/find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Which program shows a code */
        post: operations["findDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/examples": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the templates that one may begin with */
        get: operations["listExamples"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/helpers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what a template may call */
        get: operations["listHelpers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List generations, the newest first */
        get: operations["listJobs"];
        put?: never;
        /**
         * Generate a PDF in the background
         * @description As POST /v1/pdf/generate with async, but without a key.
         */
        post: operations["createJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/jobs.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All generations that fit a filter, as CSV */
        get: operations["exportJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/jobs/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read one generation with its phases, warnings, mails and link */
        get: operations["readJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List all API keys, the oldest first */
        get: operations["listKeys"];
        put?: never;
        /** Create an API key */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/keys/{tokenId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete an API key for good */
        delete: operations["removeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/keys/{tokenId}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Let an API key work again */
        post: operations["activateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/keys/{tokenId}/deactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Let an API key work no more, until it is activated */
        post: operations["deactivateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who is signed in, and how their account stands */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/operator/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Find accounts by address or userId, the newest first */
        get: operations["searchAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/operator/accounts/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read how an account is used, and what operators did to it */
        get: operations["readAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/operator/accounts/{userId}/credits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Give an account credits, or take some; its owner is shown the reason */
        post: operations["giveCredits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/operator/accounts/{userId}/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Put an account on a plan */
        put: operations["changePlan"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/operator/accounts/{userId}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take the suspension of an account back */
        post: operations["restoreAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/operator/accounts/{userId}/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Refuse an account’s calls and sign-ins from the next one on */
        post: operations["suspendAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/operator/actions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what operators did, the newest first */
        get: operations["listActions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/operator/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Look at each part that the service needs */
        get: operations["readHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/operator/queue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read what waits, what runs, and which jobs failed */
        get: operations["readQueue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/partials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the account’s partials */
        get: operations["listPartials"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/partials/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a partial with its source, as it is or was */
        get: operations["getPartial"];
        /**
         * Create or save a partial
         * @description If-Match says which version the caller has seen, "0" where there is none yet: 412 where somebody has saved since, 428 without it.
         */
        put: operations["savePartial"];
        post?: never;
        /** Delete a partial and all its versions for good */
        delete: operations["deletePartial"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/partials/{name}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take up an older version of a partial again */
        post: operations["restorePartial"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/partials/{name}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List a partial’s versions, the newest first */
        get: operations["listPartialVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make a PDF with a PREVIEW mark from a source and data, without charging or storing it */
        post: operations["previewTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the browsers in which one is signed in, the newest first */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        /** Sign every other browser out */
        delete: operations["removeOtherSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Sign one browser out */
        delete: operations["removeSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the account’s settings */
        get: operations["readSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/settings/deletion": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Have the account deleted in two weeks; its keys stop now, and everybody is signed out */
        put: operations["leave"];
        post?: never;
        /** Keep the account after all */
        delete: operations["stay"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/settings/egress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Say which hosts templates may load from */
        put: operations["setEgress"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/settings/region": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Say how dates, numbers and letters are written where a template does not say it */
        put: operations["setRegion"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Find templates */
        get: operations["listTemplates"];
        put?: never;
        /** Create a template, of a source or of an example */
        post: operations["createTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/templates/{templateId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a template with its source and its sample data */
        get: operations["getTemplate"];
        /**
         * Save a template’s source, its sample data, its schema, or several of them
         * @description If-Match says what the caller has seen: 412 where somebody has saved since, 428 without it.
         */
        put: operations["saveTemplate"];
        post?: never;
        /** Delete a template and all its versions for good */
        delete: operations["deleteTemplate"];
        options?: never;
        head?: never;
        /** Rename or describe a template */
        patch: operations["describeTemplate"];
        trace?: never;
    };
    "/dashboard/api/templates/{templateId}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List a template’s versions, the newest first */
        get: operations["listTemplateVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/templates/{templateId}/versions/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read one version with its source */
        get: operations["getTemplateVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/templates/{templateId}/versions/{number}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take up an older version’s source again, as a new version */
        post: operations["restoreTemplateVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read what was made, by day, template and key, with failures and durations */
        get: operations["readUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read where the ends of jobs are sent */
        get: operations["readWebhook"];
        /** Say where the ends of jobs are sent, with a new secret */
        put: operations["setWebhook"];
        post?: never;
        /** Send the ends of jobs nowhere any more */
        delete: operations["removeWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/webhook/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the last hundred deliveries, the newest first */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/webhook/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send an event that says nothing, to see whether it arrives */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** Failure */
        Failure: {
            /** @description Detail, such as the compiler’s message or a code. */
            error?: string;
            /** @description What went wrong, in words. */
            message: string;
        };
    };
    responses: {
        /** @description The request is not valid: a field is missing or wrong, the template has an error, or `data` has more than 50 elements. `message` names the problem, `error` has details such as the place in the template. */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The account is suspended, or the credentials do not allow this request. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The work took longer than its time limit, 29 seconds for a synchronous generation. Nothing was charged. */
        GatewayTimeout: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The account has too few credits. `error` is INSUFFICIENT_CREDITS, and `message` names the address where credits are bought. */
        InsufficientCredits: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description An unexpected error in the service. Retry with exponential back-off. */
        InternalServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The resource does not exist or belongs to another account. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The body is larger than the limit that `message` names. */
        PayloadTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description If-Match or If-None-Match does not fit the stored version. Read the resource again. */
        PreconditionFailed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description If-Match is missing. Send the ETag of the version that you have read. */
        PreconditionRequired: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The request has more than 100 headers, or headers of more than 16 KiB. */
        RequestHeaderFieldsTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The request did not arrive completely within the time limit. */
        RequestTimeout: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The service is busy, or a part of it is unavailable. Retry after the seconds in Retry-After. */
        ServiceUnavailable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description A rate limit or a limit of the plan is reached. Retry-After is the number of seconds to wait. Without Retry-After, waiting does not help. */
        TooManyRequests: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The credentials are missing, invalid, inactive or expired. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The Content-Type of the body is not one that the route accepts. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listAssets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        assets: {
                            /**
                             * @description What its bytes are.
                             * @example image/png
                             * @example font/woff2
                             */
                            contentType: string;
                            /** @description SHA-256 of the bytes, hex. */
                            contentVersion: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            createdAt: string;
                            /** @description Bytes. */
                            fileSize: number;
                            /** @description What templates call it by: `{{asset "name"}}`. */
                            name: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            updatedAt: string;
                            /** @description Null where nobody knows. */
                            updatedBy: {
                                /** @enum {unknown} */
                                kind: "person" | "key";
                                /** @description The address of a person, or a key’s name; null for a key that has been deleted. */
                                name: string | null;
                            } | null;
                        }[];
                        /** @description Of all of them together. */
                        bytes: number;
                        /** @description How many they may be. */
                        bytesMax: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getAsset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes, with the type that they have. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": unknown;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    putAsset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": unknown;
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What its bytes are.
                         * @example image/png
                         * @example font/woff2
                         */
                        contentType: string;
                        /** @description SHA-256 of the bytes, hex. */
                        contentVersion: string;
                        /**
                         * Format: date-time
                         * @example 2026-11-20T12:00:00.000Z
                         */
                        createdAt: string;
                        /** @description Bytes. */
                        fileSize: number;
                        /** @description What templates call it by: `{{asset "name"}}`. */
                        name: string;
                        /**
                         * Format: date-time
                         * @example 2026-11-20T12:00:00.000Z
                         */
                        updatedAt: string;
                        /** @description Null where nobody knows. */
                        updatedBy: {
                            /** @enum {unknown} */
                            kind: "person" | "key";
                            /** @description The address of a person, or a key’s name; null for a key that has been deleted. */
                            name: string | null;
                        } | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    deleteAsset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        name: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readBilling: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What is left to spend; below 0 after a payment went back. */
                        available: number;
                        /** @description The balance. */
                        credits: number;
                        elsewhere: string | null;
                        notice: {
                            below: number | null;
                        };
                        /** @description What calls under way hold of it. */
                        reserved: number;
                        /** @description Whether credits can be bought here; else the operator adds them. */
                        sold: boolean;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    openCheckout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    priceId: string;
                };
            };
        };
        responses: {
            /** @description The resource was created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Where it is paid. */
                        url: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listLedger: {
        parameters: {
            query?: {
                /** @description `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: {
                            amount: number | null;
                            /** @description After it. */
                            balance: number;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            createdAt: string;
                            /** @description Added, or, below 0, taken. */
                            credits: number;
                            currency: string | null;
                            entryId: string;
                            jobId: string | null;
                            /** @enum {unknown} */
                            kind: "welcome" | "added" | "generation" | "purchase" | "refund" | "dispute";
                            /** @description The operator’s words. */
                            note: string;
                            receiptUrl: string | null;
                        }[];
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    exportLedger: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    setLowCreditNotice: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    below: number | null;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        below: number | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listPacks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        packs: {
                            /** @description In the currency’s smallest unit. */
                            amount: number;
                            credits: number;
                            /** @description ISO 4217, in lower case. */
                            currency: string;
                            name: string;
                            priceId: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    decideDevice: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    allow: boolean;
                    userCode: string;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    findDevice: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    userCode: string;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Where it asked from. */
                        address: string;
                        /**
                         * Format: date-time
                         * @example 2026-11-20T12:00:00.000Z
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @example 2026-11-20T12:00:00.000Z
                         */
                        expiresAt: string;
                        /** @description Whether that is where you ask from, too. */
                        isYourNetwork: boolean;
                        /** @description What it calls itself, which may be a lie. */
                        name: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listExamples: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        examples: {
                            description: string;
                            /** @enum {unknown} */
                            name: "invoice" | "letter" | "report" | "certificate" | "ticket" | "shipping-label";
                            title: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listHelpers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        helpers: {
                            example: string;
                            gives: string;
                            /** @description Whether it stands around something. */
                            isBlock: boolean;
                            name: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listJobs: {
        parameters: {
            query?: {
                /** @example 2026-11-21 */
                from?: string;
                /** @description A key’s id, or none: those without one. */
                key?: string;
                mode?: "sync" | "async";
                newerThan?: string;
                olderThan?: string;
                state?: "pending" | "processing" | "completed" | "failed";
                /** @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b */
                template?: string;
                /**
                 * @description In whose days is counted, by its IANA name. Default: the account’s own.
                 * @example Europe/Berlin
                 */
                timeZone?: string;
                /** @example 2026-11-21 */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        jobs: {
                            completedAt: string | null;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            createdAt: string;
                            durationMs: number | null;
                            /**
                             * Format: uuid
                             * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                             */
                            jobId: string;
                            key: {
                                name: string;
                                /**
                                 * Format: uuid
                                 * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                                 */
                                tokenId: string;
                            } | null;
                            message: string | null;
                            mode: "sync" | "async";
                            pages: number;
                            sheets: number | null;
                            size: number | null;
                            state: "pending" | "processing" | "completed" | "failed";
                            template: {
                                exists: boolean;
                                name: string;
                                /**
                                 * Format: uuid
                                 * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                                 */
                                templateId: string;
                            };
                            warningCount: number;
                        }[];
                        newer: string | null;
                        older: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createJob: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description An object gives one page; an array gives one page per element, at most 50. */
                    data: Record<string, never> | unknown[];
                    /** @description What the PDF is given besides its pages. */
                    options?: {
                        /** @description Files that lie in the PDF, 4 MiB in all. */
                        attachments?: {
                            /** @description Base64. */
                            content: string;
                            /** @description For readers. */
                            description?: string;
                            /**
                             * @description Default application/octet-stream.
                             * @example text/csv
                             */
                            mimeType?: string;
                            /**
                             * @description When the file was changed last. Default: the time of the call.
                             * @example 2026-11-20T12:00:00Z
                             */
                            modifiedAt?: string;
                            /** @example data.csv */
                            name: string;
                            /**
                             * @description What the file is to the document. Default Unspecified.
                             * @enum {string}
                             */
                            relationship?: "Source" | "Data" | "Alternative" | "Supplement" | "Unspecified";
                        }[];
                        /** @description Makes a Factur-X (ZUGFeRD) invoice: PDF/A-3b with the XML in it. For a single element of data. */
                        facturx?: {
                            /**
                             * @description What the XML says of itself, too.
                             * @enum {string}
                             */
                            profile: "MINIMUM" | "BASIC WL" | "BASIC" | "EN 16931" | "EXTENDED" | "XRECHNUNG";
                            /**
                             * @description What the XML is to the pages. Default Data for MINIMUM and BASIC WL, else Alternative.
                             * @enum {string}
                             */
                            relationship?: "Data" | "Source" | "Alternative";
                            /** @description The invoice as XML (UN/CEFACT CII) in UTF-8, base64. */
                            xml: string;
                        };
                        /**
                         * @description The name under which it is saved, and attached to mails. Default: the name of the template.
                         * @example Invoice 2026-118.pdf
                         */
                        filename?: string;
                        /** @description What the PDF says of itself: in its information dictionary, and equally in XMP. */
                        metadata?: {
                            /** @description Whose document it is. */
                            author?: string;
                            /**
                             * @description When it was made. Default: not said, so that the same call gives the same bytes.
                             * @example 2026-11-20T12:00:00Z
                             */
                            createdAt?: string;
                            keywords?: string[];
                            /**
                             * @description BCP 47; else the lang of the HTML.
                             * @example de-AT
                             */
                            language?: string;
                            /** @description What it is about, in a sentence. */
                            subject?: string;
                            /** @description Else the <title> of the HTML. */
                            title?: string;
                        };
                        /** @description With it everything is allowed. Default: there is none. */
                        ownerPassword?: string;
                        /** @description Without it the PDF cannot be opened: AES-256, PDF 2.0. We do not keep it. */
                        password?: string;
                        /**
                         * @description For archives: PDF/A-3b. A document that cannot be is answered 400.
                         * @enum {string}
                         */
                        pdfa?: "3b";
                        /** @description What readers who know `password` alone may do. Well-behaved programs keep to it. */
                        permissions?: {
                            /** @description Writing comments. Default true. */
                            annotate?: boolean;
                            /** @description Copying text and pictures; programs that read aloud always may. Default true. */
                            copy?: boolean;
                            /** @description Changing and rearranging pages. Default true. */
                            modify?: boolean;
                            /** @description Printing. Default true. */
                            print?: boolean;
                        };
                        /** @description A text on every sheet. Readers that read aloud leave it out. */
                        watermark?: {
                            /** @description Degrees, counted against the clock. Default 45. */
                            angle?: number;
                            /**
                             * @description #rrggbb. Default #808080.
                             * @example #808080
                             */
                            color?: string;
                            /**
                             * @description behind: backgrounds of the document hide it. Default above.
                             * @enum {string}
                             */
                            layer?: "above" | "behind";
                            /** @description Default 0.3. */
                            opacity?: number;
                            /** @description Points. Default: as large as there is room, up to 144. */
                            size?: number;
                            /** @example DRAFT */
                            text: string;
                        };
                    };
                    /** @description Who gets the finished PDF by mail. */
                    sendEmail?: string[];
                    /**
                     * Format: uuid
                     * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                     */
                    templateId: string;
                };
            };
        };
        responses: {
            /** @description The work was accepted and continues in the background. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: uuid
                         * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                         */
                        jobId: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["InsufficientCredits"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    exportJobs: {
        parameters: {
            query?: {
                /** @example 2026-11-21 */
                from?: string;
                /** @description A key’s id, or none: those without one. */
                key?: string;
                mode?: "sync" | "async";
                state?: "pending" | "processing" | "completed" | "failed";
                /** @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b */
                template?: string;
                /**
                 * @description In whose days is counted, by its IANA name. Default: the account’s own.
                 * @example Europe/Berlin
                 */
                timeZone?: string;
                /** @example 2026-11-21 */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        job: {
                            /** @description How often a job was begun; 0 for a call that was waited for. */
                            attempts: number;
                            completedAt: string | null;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            createdAt: string;
                            durationMs: number | null;
                            expiresAt: string | null;
                            /**
                             * Format: uuid
                             * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                             */
                            jobId: string;
                            key: {
                                name: string;
                                /**
                                 * Format: uuid
                                 * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                                 */
                                tokenId: string;
                            } | null;
                            message: string | null;
                            mode: "sync" | "async";
                            pages: number;
                            pdfUrl: string | null;
                            phases: {
                                ms: number;
                                phase: string;
                            }[];
                            recipients: {
                                email: string;
                                message: string | null;
                                status: "queued" | "sent" | "failed";
                            }[];
                            sheets: number | null;
                            size: number | null;
                            state: "pending" | "processing" | "completed" | "failed";
                            template: {
                                exists: boolean;
                                name: string;
                                /**
                                 * Format: uuid
                                 * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                                 */
                                templateId: string;
                            };
                            warningCount: number;
                            warnings: {
                                count: number;
                                kind: string;
                                subject: string;
                            }[];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        keys: {
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            createdAt: string;
                            expiresAt: string | null;
                            /** @description The last characters of the key; all of it is kept nowhere. */
                            lastFour: string;
                            lastUsedAt: string | null;
                            name: string;
                            state: "active" | "deactivated" | "expired";
                            /**
                             * Format: uuid
                             * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                             */
                            tokenId: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: date-time */
                    expiresAt?: string;
                    name: string;
                };
            };
        };
        responses: {
            /** @description The resource was created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @example 2026-11-20T12:00:00.000Z
                         */
                        createdAt: string;
                        expiresAt: string | null;
                        /** @description The key itself, this once. */
                        key: string;
                        /** @description The last characters of the key; all of it is kept nowhere. */
                        lastFour: string;
                        lastUsedAt: string | null;
                        name: string;
                        state: "active" | "deactivated" | "expired";
                        /**
                         * Format: uuid
                         * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                         */
                        tokenId: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b */
                tokenId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        /**
                         * Format: uuid
                         * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                         */
                        tokenId: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    activateKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b */
                tokenId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @example 2026-11-20T12:00:00.000Z
                         */
                        createdAt: string;
                        expiresAt: string | null;
                        /** @description The last characters of the key; all of it is kept nowhere. */
                        lastFour: string;
                        lastUsedAt: string | null;
                        name: string;
                        state: "active" | "deactivated" | "expired";
                        /**
                         * Format: uuid
                         * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                         */
                        tokenId: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deactivateKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b */
                tokenId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @example 2026-11-20T12:00:00.000Z
                         */
                        createdAt: string;
                        expiresAt: string | null;
                        /** @description The last characters of the key; all of it is kept nowhere. */
                        lastFour: string;
                        lastUsedAt: string | null;
                        name: string;
                        state: "active" | "deactivated" | "expired";
                        /**
                         * Format: uuid
                         * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                         */
                        tokenId: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account: {
                            /** Format: date-time */
                            createdAt: string;
                            /** @description The balance. */
                            credits: number;
                            deletionAt: string | null;
                            /** @description Where the mails about its jobs go. */
                            email: string;
                            /** @enum {unknown} */
                            plan: "default" | "enterprise";
                            /** @description What calls under way hold of it. */
                            reserved: number;
                            /** @enum {unknown} */
                            role: "member" | "operator";
                            /** @description What the API calls the account. */
                            userId: string;
                        };
                        person: {
                            email: string;
                            name: string;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    searchAccounts: {
        parameters: {
            query?: {
                /** @description `next` of the page before. */
                after?: string;
                /** @description A part of an address or userId. */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accounts: {
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            createdAt: string;
                            credits: number;
                            deletionAt: string | null;
                            email: string;
                            /** @description How many work. */
                            keys: number;
                            lastCallAt: string | null;
                            /** @description Charged in the last 30 days. */
                            pages: number;
                            /** @enum {unknown} */
                            plan: "default" | "enterprise";
                            reserved: number;
                            /** @enum {unknown} */
                            role: "member" | "operator";
                            suspended: boolean;
                            /** @description How many there are. */
                            templates: number;
                            userId: string;
                        }[];
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account: {
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            createdAt: string;
                            credits: number;
                            deletionAt: string | null;
                            email: string;
                            /** @description How many work. */
                            keys: number;
                            lastCallAt: string | null;
                            /** @description Charged in the last 30 days. */
                            pages: number;
                            /** @enum {unknown} */
                            plan: "default" | "enterprise";
                            reserved: number;
                            /** @enum {unknown} */
                            role: "member" | "operator";
                            suspended: boolean;
                            /** @description How many there are. */
                            templates: number;
                            userId: string;
                        };
                        actions: {
                            /** @enum {unknown} */
                            action: "credits" | "plan" | "role" | "release" | "suspend" | "restore";
                            actionId: string;
                            /** @description The operator’s userId, "command line" or "first sign-up". */
                            actor: string;
                            actorEmail: string | null;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            createdAt: string;
                            detail: {
                                credits?: number;
                                /** @enum {unknown} */
                                plan?: "default" | "enterprise";
                                reason?: string;
                                /** @enum {unknown} */
                                role?: "member" | "operator";
                                /**
                                 * @description The plan or role before.
                                 * @enum {unknown}
                                 */
                                was?: "default" | "enterprise" | "member" | "operator";
                            };
                            email: string | null;
                            /** @description The account that it was done to. */
                            userId: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    giveCredits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    credits: number;
                    /** @description Of the caller’s making: a call that is repeated with the same one gives nothing more. */
                    giftId?: string;
                    reason: string;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The new balance. */
                        credits: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    changePlan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    plan: "default" | "enterprise";
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        plan: "default" | "enterprise";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    restoreAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        suspended: boolean;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    suspendAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    reason: string;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        suspended: boolean;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listActions: {
        parameters: {
            query?: {
                /** @description `next` of the page before. */
                before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        actions: {
                            /** @enum {unknown} */
                            action: "credits" | "plan" | "role" | "release" | "suspend" | "restore";
                            actionId: string;
                            /** @description The operator’s userId, "command line" or "first sign-up". */
                            actor: string;
                            actorEmail: string | null;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            createdAt: string;
                            detail: {
                                credits?: number;
                                /** @enum {unknown} */
                                plan?: "default" | "enterprise";
                                reason?: string;
                                /** @enum {unknown} */
                                role?: "member" | "operator";
                                /**
                                 * @description The plan or role before.
                                 * @enum {unknown}
                                 */
                                was?: "default" | "enterprise" | "member" | "operator";
                            };
                            email: string | null;
                            /** @description The account that it was done to. */
                            userId: string;
                        }[];
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        parts: {
                            /** @description What it says of itself, or what is wrong with it. */
                            detail: string;
                            isWell: boolean;
                            name: string;
                        }[];
                        tabs: {
                            /** @description Those of the process that answers. */
                            busy: number;
                            idle: number;
                        };
                        version: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readQueue: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        completedLastHour: number;
                        failed: {
                            attempts: number;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            createdAt: string;
                            email: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            failedAt: string;
                            /**
                             * Format: uuid
                             * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                             */
                            jobId: string;
                            pages: number;
                            userId: string;
                        }[];
                        failedLastHour: number;
                        /** @description Generations that wait. */
                        pending: number;
                        /** @description Generations under way, those that callers wait for among them. */
                        processing: number;
                        queues: {
                            name: string;
                            /** @description For how long the oldest of them could have. */
                            oldestSeconds: number;
                            /** @description Jobs that could start now. */
                            waiting: number;
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listPartials: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        partials: {
                            /** @description SHA-256 of the source, hex. */
                            contentVersion: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            createdAt: string;
                            /** @description Bytes of the source. */
                            fileSize: number;
                            /** @description What templates call it by: `{{> name}}`. */
                            name: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            updatedAt: string;
                            /** @description Null where nobody knows. */
                            updatedBy: {
                                /** @enum {unknown} */
                                kind: "person" | "key";
                                /** @description The address of a person, or a key’s name; null for a key that has been deleted. */
                                name: string | null;
                            } | null;
                            /** @description The number of the present version, from 1 on. */
                            version: number;
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getPartial: {
        parameters: {
            query?: {
                /** @description The number of an older version. */
                version?: string;
            };
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        partial: {
                            /** @description The Handlebars source. */
                            content: string;
                            /** @description SHA-256 of the source, hex. */
                            contentVersion: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            createdAt: string;
                            /** @description Bytes of the source. */
                            fileSize: number;
                            /** @description What templates call it by: `{{> name}}`. */
                            name: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            updatedAt: string;
                            /** @description Null where nobody knows. */
                            updatedBy: {
                                /** @enum {unknown} */
                                kind: "person" | "key";
                                /** @description The address of a person, or a key’s name; null for a key that has been deleted. */
                                name: string | null;
                            } | null;
                            /** @description The number of the present version, from 1 on. */
                            version: number;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    savePartial: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag with which the template was read. */
                "if-match"?: string;
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The Handlebars source, plain. */
                    content: string;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description SHA-256 of the source, hex. */
                        contentVersion: string;
                        /**
                         * Format: date-time
                         * @example 2026-11-20T12:00:00.000Z
                         */
                        createdAt: string;
                        /** @description Bytes of the source. */
                        fileSize: number;
                        /** @description What templates call it by: `{{> name}}`. */
                        name: string;
                        /**
                         * Format: date-time
                         * @example 2026-11-20T12:00:00.000Z
                         */
                        updatedAt: string;
                        /** @description Null where nobody knows. */
                        updatedBy: {
                            /** @enum {unknown} */
                            kind: "person" | "key";
                            /** @description The address of a person, or a key’s name; null for a key that has been deleted. */
                            name: string | null;
                        } | null;
                        /** @description The number of the present version, from 1 on. */
                        version: number;
                    };
                };
            };
            /** @description The request is not valid: a field is missing or wrong, the template has an error, or `data` has more than 50 elements. `message` names the problem, `error` has details such as the place in the template. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description From 0 on, as the compiler counts. */
                        column?: number;
                        /** @description Detail, such as the compiler’s message. */
                        error?: string;
                        /** @description Of the source, from 1 on. */
                        line?: number;
                        message: string;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            428: components["responses"]["PreconditionRequired"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    deletePartial: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        name: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    restorePartial: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    version: number;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description SHA-256 of the source, hex. */
                        contentVersion: string;
                        /**
                         * Format: date-time
                         * @example 2026-11-20T12:00:00.000Z
                         */
                        createdAt: string;
                        /** @description Bytes of the source. */
                        fileSize: number;
                        /** @description What templates call it by: `{{> name}}`. */
                        name: string;
                        /**
                         * Format: date-time
                         * @example 2026-11-20T12:00:00.000Z
                         */
                        updatedAt: string;
                        /** @description Null where nobody knows. */
                        updatedBy: {
                            /** @enum {unknown} */
                            kind: "person" | "key";
                            /** @description The address of a person, or a key’s name; null for a key that has been deleted. */
                            name: string | null;
                        } | null;
                        /** @description The number of the present version, from 1 on. */
                        version: number;
                    };
                };
            };
            /** @description The request is not valid: a field is missing or wrong, the template has an error, or `data` has more than 50 elements. `message` names the problem, `error` has details such as the place in the template. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description From 0 on, as the compiler counts. */
                        column?: number;
                        /** @description Detail, such as the compiler’s message. */
                        error?: string;
                        /** @description Of the source, from 1 on. */
                        line?: number;
                        message: string;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listPartialVersions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        versions: {
                            contentVersion: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            createdAt: string;
                            fileSize: number;
                            isCurrent: boolean;
                            number: number;
                            restored: number | null;
                            /** @description Null where nobody knows. */
                            savedBy: {
                                /** @enum {unknown} */
                                kind: "person" | "key";
                                /** @description The address of a person, or a key’s name; null for a key that has been deleted. */
                                name: string | null;
                            } | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    previewTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The Handlebars source, plain. */
                    content: string;
                    /** @description An object gives one page; an array gives one page per element, at most 50. */
                    data: Record<string, never> | unknown[];
                    /** @description JSON text: a JSON Schema. Empty for none. */
                    dataSchema?: string;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Elements of the data that it does not show: it has the first five. */
                        elementsLeftOut: number;
                        /** @description How long each step took, in milliseconds. */
                        ms: {
                            check: number;
                            fill: number;
                            pack: number;
                            print: number;
                        };
                        /** @description The page of each element of the data. */
                        pages: {
                            /** @description Scale of its content: 1 is its own size. */
                            scale: number;
                            /** @description Sheets of paper that the page takes. */
                            sheets: number;
                        }[];
                        /** @description The PDF, base64-encoded. */
                        pdf: string;
                        /** @description Where the data do not fit the schema, so that a call would be refused; at most 20. */
                        problems: {
                            /** @description What is wrong there. */
                            message: string;
                            /** @description JSON Pointer into data: /lines/2/price. */
                            path: string;
                        }[];
                        /** @description Smallest scale of any page: 1 when nothing was scaled so as to fit a sheet. */
                        scale: number;
                        sheets: number;
                        warnings: {
                            count: number;
                            kind: string;
                            subject: string;
                        }[];
                    };
                };
            };
            /** @description The request is not valid: a field is missing or wrong, the template has an error, or `data` has more than 50 elements. `message` names the problem, `error` has details such as the place in the template. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description From 0 on, as the compiler counts. */
                        column?: number;
                        /** @description Detail, such as the compiler’s message. */
                        error?: string;
                        /** @description Of the source, from 1 on. */
                        line?: number;
                        message: string;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sessions: {
                            address: string | null;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            createdAt: string;
                            /** @description Whether it is the one that asks. */
                            isThis: boolean;
                            /**
                             * Format: uuid
                             * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                             */
                            sessionId: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            usedAt: string;
                            userAgent: string | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeOtherSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        removed: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deletionAt: string | null;
                        egress: {
                            allow: string[];
                            deny: string[];
                            /** @enum {unknown} */
                            mode: "public" | "allowlist" | "none";
                        };
                        email: string;
                        name: string;
                        /**
                         * @description What no account may exceed.
                         * @enum {unknown}
                         */
                        operatorMode: "public" | "allowlist" | "none";
                        region: {
                            /** @example de-AT */
                            locale: string;
                            /** @example Europe/Vienna */
                            timeZone: string;
                        };
                        userId: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    leave: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @example 2026-11-20T12:00:00.000Z
                         */
                        deletionAt: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    stay: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    setEgress: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    allow: string[];
                    deny: string[];
                    /** @enum {unknown} */
                    mode: "public" | "allowlist" | "none";
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        allow: string[];
                        deny: string[];
                        /** @enum {unknown} */
                        mode: "public" | "allowlist" | "none";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    setRegion: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example de-AT */
                    locale: string;
                    /** @example Europe/Vienna */
                    timeZone: string;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example de-AT */
                        locale: string;
                        /** @example Europe/Vienna */
                        timeZone: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listTemplates: {
        parameters: {
            query?: {
                /** @description From 1 on. */
                page?: string;
                search?: string;
                sort?: "updated" | "created" | "name" | "used";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        pageSize: number;
                        templates: {
                            /** @description SHA-256 of the source, hex. */
                            contentVersion: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            createdAt: string;
                            description: string;
                            /** @description Bytes of the source. */
                            fileSize: number;
                            name: string;
                            /** @description Made with it in the last 30 days. */
                            pages: number;
                            /** @description What the ETag is made of. */
                            revision: number;
                            /**
                             * Format: uuid
                             * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                             */
                            templateId: string;
                            thumbnailUrl: string | null;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            updatedAt: string;
                            /** @description Null where nobody knows. */
                            updatedBy: {
                                /** @enum {unknown} */
                                kind: "person" | "key";
                                /** @description The address of a person, or a key’s name; null for a key that has been deleted. */
                                name: string | null;
                            } | null;
                            usedAt: string | null;
                            /** @description The number of the present version. */
                            version: number;
                        }[];
                        /** @description How many there are on all pages. */
                        total: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The Handlebars source, plain. */
                    content?: string;
                    description?: string;
                    /** @enum {unknown} */
                    example?: "invoice" | "letter" | "report" | "certificate" | "ticket" | "shipping-label";
                    /** @description The display name. */
                    name: string;
                    /** @description JSON text: an object, or an array of them. */
                    sampleData?: string;
                };
            };
        };
        responses: {
            /** @description The resource was created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The Handlebars source. */
                        content: string;
                        /** @description SHA-256 of the source, hex. */
                        contentVersion: string;
                        /**
                         * Format: date-time
                         * @example 2026-11-20T12:00:00.000Z
                         */
                        createdAt: string;
                        /** @description The JSON Schema that data must fit, the same; empty where there is none. */
                        dataSchema: string;
                        description: string;
                        /** @description Bytes of the source. */
                        fileSize: number;
                        name: string;
                        /** @description What the ETag is made of. */
                        revision: number;
                        /** @description JSON text, as its author wrote it. */
                        sampleData: string;
                        /**
                         * Format: uuid
                         * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                         */
                        templateId: string;
                        thumbnailUrl: string | null;
                        /**
                         * Format: date-time
                         * @example 2026-11-20T12:00:00.000Z
                         */
                        updatedAt: string;
                        /** @description Null where nobody knows. */
                        updatedBy: {
                            /** @enum {unknown} */
                            kind: "person" | "key";
                            /** @description The address of a person, or a key’s name; null for a key that has been deleted. */
                            name: string | null;
                        } | null;
                        /** @description The number of the present version. */
                        version: number;
                    };
                };
            };
            /** @description The request is not valid: a field is missing or wrong, the template has an error, or `data` has more than 50 elements. `message` names the problem, `error` has details such as the place in the template. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description From 0 on, as the compiler counts. */
                        column?: number;
                        /** @description Detail, such as the compiler’s message. */
                        error?: string;
                        /** @description Of the source, from 1 on. */
                        line?: number;
                        message: string;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                templateId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The Handlebars source. */
                        content: string;
                        /** @description SHA-256 of the source, hex. */
                        contentVersion: string;
                        /**
                         * Format: date-time
                         * @example 2026-11-20T12:00:00.000Z
                         */
                        createdAt: string;
                        /** @description The JSON Schema that data must fit, the same; empty where there is none. */
                        dataSchema: string;
                        description: string;
                        /** @description Bytes of the source. */
                        fileSize: number;
                        name: string;
                        /** @description What the ETag is made of. */
                        revision: number;
                        /** @description JSON text, as its author wrote it. */
                        sampleData: string;
                        /**
                         * Format: uuid
                         * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                         */
                        templateId: string;
                        thumbnailUrl: string | null;
                        /**
                         * Format: date-time
                         * @example 2026-11-20T12:00:00.000Z
                         */
                        updatedAt: string;
                        /** @description Null where nobody knows. */
                        updatedBy: {
                            /** @enum {unknown} */
                            kind: "person" | "key";
                            /** @description The address of a person, or a key’s name; null for a key that has been deleted. */
                            name: string | null;
                        } | null;
                        /** @description The number of the present version. */
                        version: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    saveTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag with which the template was read. */
                "if-match"?: string;
            };
            path: {
                templateId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The Handlebars source, plain. */
                    content?: string;
                    /** @description JSON text: a JSON Schema. Empty for none. */
                    dataSchema?: string;
                    /** @description JSON text: an object, or an array of them. */
                    sampleData?: string;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The Handlebars source. */
                        content: string;
                        /** @description SHA-256 of the source, hex. */
                        contentVersion: string;
                        /**
                         * Format: date-time
                         * @example 2026-11-20T12:00:00.000Z
                         */
                        createdAt: string;
                        /** @description The JSON Schema that data must fit, the same; empty where there is none. */
                        dataSchema: string;
                        description: string;
                        /** @description Bytes of the source. */
                        fileSize: number;
                        name: string;
                        /** @description What the ETag is made of. */
                        revision: number;
                        /** @description JSON text, as its author wrote it. */
                        sampleData: string;
                        /**
                         * Format: uuid
                         * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                         */
                        templateId: string;
                        thumbnailUrl: string | null;
                        /**
                         * Format: date-time
                         * @example 2026-11-20T12:00:00.000Z
                         */
                        updatedAt: string;
                        /** @description Null where nobody knows. */
                        updatedBy: {
                            /** @enum {unknown} */
                            kind: "person" | "key";
                            /** @description The address of a person, or a key’s name; null for a key that has been deleted. */
                            name: string | null;
                        } | null;
                        /** @description The number of the present version. */
                        version: number;
                    };
                };
            };
            /** @description The request is not valid: a field is missing or wrong, the template has an error, or `data` has more than 50 elements. `message` names the problem, `error` has details such as the place in the template. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description From 0 on, as the compiler counts. */
                        column?: number;
                        /** @description Detail, such as the compiler’s message. */
                        error?: string;
                        /** @description Of the source, from 1 on. */
                        line?: number;
                        message: string;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            428: components["responses"]["PreconditionRequired"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    deleteTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                templateId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        /**
                         * Format: uuid
                         * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                         */
                        templateId: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    describeTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                templateId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    description?: string;
                    /** @description The display name. */
                    name?: string;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The Handlebars source. */
                        content: string;
                        /** @description SHA-256 of the source, hex. */
                        contentVersion: string;
                        /**
                         * Format: date-time
                         * @example 2026-11-20T12:00:00.000Z
                         */
                        createdAt: string;
                        /** @description The JSON Schema that data must fit, the same; empty where there is none. */
                        dataSchema: string;
                        description: string;
                        /** @description Bytes of the source. */
                        fileSize: number;
                        name: string;
                        /** @description What the ETag is made of. */
                        revision: number;
                        /** @description JSON text, as its author wrote it. */
                        sampleData: string;
                        /**
                         * Format: uuid
                         * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                         */
                        templateId: string;
                        thumbnailUrl: string | null;
                        /**
                         * Format: date-time
                         * @example 2026-11-20T12:00:00.000Z
                         */
                        updatedAt: string;
                        /** @description Null where nobody knows. */
                        updatedBy: {
                            /** @enum {unknown} */
                            kind: "person" | "key";
                            /** @description The address of a person, or a key’s name; null for a key that has been deleted. */
                            name: string | null;
                        } | null;
                        /** @description The number of the present version. */
                        version: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listTemplateVersions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                templateId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        versions: {
                            contentVersion: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            createdAt: string;
                            fileSize: number;
                            isCurrent: boolean;
                            number: number;
                            /** @description Of which older version it is a copy. */
                            restored: number | null;
                            /** @description Null where nobody knows. */
                            savedBy: {
                                /** @enum {unknown} */
                                kind: "person" | "key";
                                /** @description The address of a person, or a key’s name; null for a key that has been deleted. */
                                name: string | null;
                            } | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getTemplateVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                number: string;
                templateId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        content: string;
                        contentVersion: string;
                        /**
                         * Format: date-time
                         * @example 2026-11-20T12:00:00.000Z
                         */
                        createdAt: string;
                        fileSize: number;
                        isCurrent: boolean;
                        number: number;
                        /** @description Of which older version it is a copy. */
                        restored: number | null;
                        /** @description Null where nobody knows. */
                        savedBy: {
                            /** @enum {unknown} */
                            kind: "person" | "key";
                            /** @description The address of a person, or a key’s name; null for a key that has been deleted. */
                            name: string | null;
                        } | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    restoreTemplateVersion: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag with which the template was read. */
                "if-match"?: string;
            };
            path: {
                number: string;
                templateId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        revision: number;
                        /**
                         * Format: uuid
                         * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                         */
                        templateId: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            428: components["responses"]["PreconditionRequired"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    readUsage: {
        parameters: {
            query?: {
                /** @description How many days up to the last one, where the first is not named. Default 30. */
                days?: string;
                /** @example 2026-11-21 */
                from?: string;
                /**
                 * @description In whose days is counted, by its IANA name. Default: the account’s own.
                 * @example Europe/Berlin
                 */
                timeZone?: string;
                /** @example 2026-11-21 */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        days: {
                            /** @example 2026-11-21 */
                            day: string;
                            details: {
                                asyncPages: number;
                                completed: number;
                                failed: number;
                                syncPages: number;
                            } | null;
                            /** @description Charged. */
                            pages: number;
                        }[];
                        /**
                         * Format: date-time
                         * @description Calls are kept from then on; of the days before, only their pages are known, from the ledger.
                         */
                        detailsFrom: string;
                        durations: {
                            async: {
                                count: number;
                                /** @description Milliseconds that half of them took at most. */
                                p50: number;
                                /** @description Milliseconds that 95 of 100 took at most. */
                                p95: number;
                            } | null;
                            phases: {
                                count: number;
                                /** @description Milliseconds that half of them took at most. */
                                p50: number;
                                /** @description Milliseconds that 95 of 100 took at most. */
                                p95: number;
                                phase: string;
                            }[];
                            sync: {
                                count: number;
                                /** @description Milliseconds that half of them took at most. */
                                p50: number;
                                /** @description Milliseconds that 95 of 100 took at most. */
                                p95: number;
                            } | null;
                        };
                        failures: {
                            count: number;
                            /**
                             * Format: uuid
                             * @description The latest of them.
                             */
                            jobId: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            lastAt: string;
                            message: string;
                        }[];
                        /** @example 2026-11-21 */
                        from: string;
                        keys: {
                            completed: number;
                            /** @description Failed calls that are kept: the newest 1,000 of the account. */
                            failed: number;
                            lastFour: string | null;
                            name: string | null;
                            /** @description Charged. */
                            pages: number;
                            tokenId: string | null;
                        }[];
                        storage: {
                            /** @description Bytes of templates, partials and assets, with all versions, each of at least 4 KiB. */
                            bytes: number;
                            limit: number | null;
                        };
                        templates: {
                            completed: number;
                            exists: boolean;
                            /** @description Failed calls that are kept: the newest 1,000 of the account. */
                            failed: number;
                            name: string;
                            /** @description Charged. */
                            pages: number;
                            /**
                             * Format: uuid
                             * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                             */
                            templateId: string;
                        }[];
                        /**
                         * @description In whose days is counted, by its IANA name. Default: the account’s own.
                         * @example Europe/Berlin
                         */
                        timeZone: string;
                        /** @example 2026-11-21 */
                        to: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhook: {
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            setAt: string;
                            switchedOffAt: string | null;
                            url: string;
                        } | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    setWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    url: string;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What they are signed with; shown this once. */
                        secret: string;
                        url: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deliveries: {
                            attempts: number;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            createdAt: string;
                            /**
                             * Format: uuid
                             * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                             */
                            deliveryId: string;
                            endedAt: string | null;
                            /** @enum {unknown} */
                            event: "job.completed" | "job.failed" | "webhook.test";
                            jobId: string | null;
                            lastAttemptAt: string | null;
                            nextAttemptAt: string | null;
                            reason: string | null;
                            responseStatus: number | null;
                            /** @enum {unknown} */
                            status: "pending" | "delivered" | "failed";
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The work was accepted and continues in the background. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: uuid
                         * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                         */
                        deliveryId: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
}
