"""Tests of the Python client. test/sdk/python.test.ts runs them against a service and passes its address in PLATEN_TEST."""

from __future__ import annotations

import json
import os
import sys
import tempfile
import unittest
from datetime import datetime, timezone
from pathlib import Path

import platen
from platen import Platen

PARAMETERS = json.loads(os.environ["PLATEN_TEST"])
UNKNOWN_ID = "3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b"
# More than a busy machine needs: an attempt that takes longer than the time limit is repeated.
MANY_RETRIES = 30

INVOICE = {
    "number": "2026-118",
    "issueDate": "2026-11-20",
    "dueDate": "2026-12-20",
    "currency": "EUR",
    "seller": {
        "name": "Lovelace GmbH",
        "vatIdentifier": "DE123456789",
        "address": {"city": "Berlin", "postCode": "10115", "country": "DE"},
    },
    "buyer": {"name": "Babbage & Co", "address": {"country": "FR"}},
    "lines": [
        {
            "quantity": "1",
            "unit": "H87",
            "price": {"net": "100.00"},
            "vat": {"category": "S", "rate": "19"},
            "item": {"name": "Engine"},
        }
    ],
}


def client(way: str = "straight", **options: float) -> Platen:
    return Platen(api_key=PARAMETERS["key"], base_url=PARAMETERS["ways"][way], **options)


def upload(source: str) -> str:
    return client().templates.upload(name="x", content=source)["templateId"]


class Calls(unittest.TestCase):
    def test_webhooks(self) -> None:
        webhooks = client(retries=0).webhooks
        with self.assertRaises(platen.BadRequest):
            webhooks.create(url="https://127.0.0.1/", events=["job.failed"], description="x")
        # The test has stored a webhook with one failed delivery.
        [webhook] = webhooks.list()
        webhook_id = webhook["webhookId"]
        self.assertEqual(webhooks.get(webhook_id), webhook)
        changed = webhooks.update(webhook_id, description="y", if_match=webhook["etag"])
        self.assertEqual((changed["description"], changed["events"]), ("y", ["credits.low"]))
        with self.assertRaises(platen.Changed):
            webhooks.update(webhook_id, description="z", if_match=webhook["etag"])
        self.assertTrue(webhooks.rotate(webhook_id)["secret"].startswith("whsec_"))
        [delivery] = webhooks.deliveries(webhook_id, status="failed")["deliveries"]
        details = webhooks.delivery(webhook_id, delivery["deliveryId"])
        self.assertEqual((details["event"], details["history"]), ("webhook.test", []))
        self.assertEqual(webhooks.resend(webhook_id, delivery["deliveryId"])["status"], "pending")
        self.assertEqual(len(webhooks.test(webhook_id)["deliveryId"]), 36)
        since = datetime(2026, 1, 1, tzinfo=timezone.utc)
        self.assertEqual(webhooks.resend_failed(webhook_id, since), {"resent": 0, "remaining": 0})
        webhooks.update(webhook_id, is_enabled=False)
        with self.assertRaises(platen.Conflict):
            webhooks.test(webhook_id)
        webhooks.remove(webhook_id)
        with self.assertRaises(platen.NotFound):
            webhooks.get(webhook_id)
        with self.assertRaises(platen.BadRequest):
            webhooks.delivery(webhook_id, "..")

    def test_listeners(self) -> None:
        listeners = client().webhooks.listeners
        listener_id = listeners.create(events=["job.completed"])["listenerId"]
        job = client().pdf.generate_async(template_id=upload("x"), data={})
        events: list[platen.ListenerEvent] = []
        while not events:
            # Jobs of other tests may end in the meantime.
            events = [event for event in listeners.poll(listener_id) if job.id in event["body"]]
        [event] = events
        self.assertEqual(event["event"], "job.completed")
        listeners.remove(listener_id)
        with self.assertRaises(platen.NotFound):
            listeners.poll(listener_id, [event["id"]])

    def test_templates(self) -> None:
        templates = client().templates
        content = "<p>Grüße 日本 🎉 {{n}}</p>" + "é" * 100_000
        created = templates.upload(name="Übung", content=content, description="one")
        self.assertEqual(templates.get(created["templateId"]), {**created, "content": content})
        self.assertIn({**created, "thumbnailUrl": None}, templates.list())
        changed = templates.replace(created["templateId"], content="<p></p>", name="New")
        with self.assertRaises(platen.Changed):
            templates.replace(created["templateId"], content="late", if_version=created["contentVersion"])
        self.assertEqual((changed["name"], changed["description"]), ("New", "one"))
        templates.remove(created["templateId"])
        with self.assertRaises(platen.NotFound):
            templates.remove(created["templateId"])

    def test_a_template_over_the_limit_is_reported_as_413_each_time(self) -> None:
        templates = client(retries=0).templates
        for _ in range(20):
            with self.assertRaises(platen.PlatenError) as raised:
                templates.upload(name="x", content="x" * 6_000_000)
            self.assertEqual(raised.exception.status, 413)
            self.assertIn("A template has at most 5,110,000 bytes", str(raised.exception))

    def test_ids_and_names_that_would_lead_to_another_path_are_refused_before_anything_is_sent(self) -> None:
        # No service has this address: a request would raise ConnectionFailed.
        nowhere = Platen(api_key="x", base_url="http://127.0.0.1:9", retries=0)
        templates, partials, assets = nowhere.templates, nowhere.partials, nowhere.assets
        methods = [
            ("template_id", templates.get),
            ("template_id", lambda text: templates.replace(text, content="x")),
            ("template_id", templates.remove),
            *[
                ("template_id", method)
                for part in (templates.schema, templates.sample_data)
                for method in (part.get, lambda text, part=part: part.set(text, {}), part.remove)
            ],
            ("name", partials.get),
            ("name", lambda text: partials.put(text, "x")),
            *[
                (field, method)
                for field, kind in (("template_id", templates), ("name", partials), ("name", assets))
                for method in (
                    kind.versions,
                    lambda text, kind=kind: kind.version(text, 1),
                    lambda text, kind=kind: kind.restore(text, 1),
                )
            ],
            ("name", partials.remove),
            ("name", assets.get),
            ("name", lambda text: assets.put(text, b"")),
            ("name", assets.remove),
            ("job_id", nowhere.jobs.get),
            ("job_id", nowhere.jobs.wait),
        ]
        odd = ["", ".", "..", "/", "a/b", "../openapi.json", "..\\x", "a\nb", "a\0", "\ud800", None]
        for field, method in methods:
            for text in odd:
                with self.assertRaises(platen.BadRequest) as caught:
                    method(text)
                self.assertIn(f"{field} must be a string without slashes", str(caught.exception))
                self.assertIsNone(caught.exception.status)
        for text in ("...", "a..b", "%2e%2e"):
            with self.assertRaises(platen.ConnectionFailed):
                assets.get(text)

    def test_partials_and_assets(self) -> None:
        partials, assets = client().partials, client().assets
        first = partials.put("letterhead", "<h1>Größe {{n}}</h1>")
        partials.put("letterhead", "other", if_version=first["contentVersion"])
        for condition in ({"if_absent": True}, {"if_version": first["contentVersion"]}):
            with self.assertRaises(platen.Changed):
                partials.put("letterhead", "late", **condition)
        self.assertEqual(partials.get("letterhead")["content"], "other")
        self.assertEqual([one["name"] for one in partials.list()], ["letterhead"])
        svg = b'<svg xmlns="http://www.w3.org/2000/svg"/>'
        self.assertEqual(assets.put("logo.svg", svg)["contentType"], "image/svg+xml")
        with self.assertRaises(platen.Changed):
            assets.put("logo.svg", svg.replace(b"/>", b" />"), if_absent=True)
        self.assertEqual(assets.get("logo.svg"), svg)
        self.assertEqual([one["name"] for one in assets.list()], ["logo.svg"])
        with self.assertRaises(platen.BadRequest):
            assets.put("x", b"x")
        partials.remove("letterhead")
        assets.remove("logo.svg")
        for gone in (lambda: partials.get("letterhead"), lambda: assets.get("logo.svg")):
            with self.assertRaises(platen.NotFound):
                gone()

    def test_versions(self) -> None:
        platform = client()
        one, two = "<svg xmlns='http://www.w3.org/2000/svg'/>", "<svg xmlns='http://www.w3.org/2000/svg' id='x'/>"
        template_id = upload(one)
        kinds = [
            (platform.templates, template_id, lambda text: platform.templates.replace(template_id, content=text)),
            (platform.partials, "versions", lambda text: platform.partials.put("versions", text)),
            (platform.assets, "versions.svg", lambda text: platform.assets.put("versions.svg", text.encode())),
        ]
        for kind, name, put in kinds:
            first, second = put(one), put(two)
            contents = [kind.version(name, number) for number in (1, 2)]
            if kind is platform.assets:
                self.assertEqual(contents, [one.encode(), two.encode()])
            else:
                self.assertEqual([content["content"] for content in contents], [one, two])
            with self.assertRaises(platen.Changed):
                kind.restore(name, 1, if_version="f" * 64)
            restored = kind.restore(name, 1, if_version=second["contentVersion"])
            self.assertEqual(restored["contentVersion"], first["contentVersion"])
            listed = [(version["number"], version["restored"]) for version in kind.versions(name)]
            self.assertEqual(listed, [(3, 1), (2, None), (1, None)])
            with self.assertRaises(platen.NotFound):
                kind.version(name, 4)
            with self.assertRaises(platen.BadRequest):
                kind.version(name, 0)

    def test_drafts(self) -> None:
        platform = client()
        template_id = upload("<p>one</p>")
        drafts = platform.templates.drafts
        with self.assertRaises(platen.NotFound):
            drafts.get(template_id)
        saved = drafts.save(template_id, '<p>a</p><p style="break-before: page">b</p>')
        self.assertEqual((saved["number"], saved["isDraft"]), (2, True))
        rendered = [
            platform.pdf.generate(template_id=template_id, template_version=version, data={}).sheets
            for version in (None, "draft", 2)
        ]
        self.assertEqual(rendered, [1, 2, 2])
        preview = platform.templates.preview(template_id=template_id, template_version="draft", picture=False)
        self.assertEqual(preview.sheets, 2)
        for change in (lambda version: drafts.save(template_id, "x", if_version=version),
                       lambda version: drafts.publish(template_id, if_version=version),
                       lambda version: drafts.discard(template_id, if_version=version)):
            with self.assertRaises(platen.Changed):
                change("f" * 64)
        published = drafts.publish(template_id, if_version=saved["contentVersion"])
        self.assertEqual(published["contentVersion"], saved["contentVersion"])
        drafts.save(template_id, "x")
        self.assertEqual(drafts.get(template_id)["content"], "x")
        drafts.discard(template_id)
        with self.assertRaises(platen.NotFound):
            drafts.publish(template_id)

    def test_einvoices(self) -> None:
        platform = client()
        invoice = INVOICE
        created = platform.einvoices.create(invoice, format="facturx", profile="BASIC")
        self.assertEqual((created["format"], created["profile"]), ("facturx", "BASIC"))
        self.assertEqual(created["invoice"]["totals"]["amountDue"], "119.00")
        for content in (created["xml"], created["xml"].encode()):
            self.assertTrue(platform.einvoices.validate_document(content)["valid"])
            self.assertEqual(platform.einvoices.extract(content)["syntax"], "cii")
        checked = platform.einvoices.validate({**invoice, "currency": "EURO"}, format="facturx")
        self.assertFalse(checked["valid"])
        with self.assertRaises(platen.BadRequest) as caught:
            platform.einvoices.create({}, format="peppol-bis-3")
        self.assertIn("rule", caught.exception.problems[0])

    def test_certificates(self) -> None:
        certificates = client().certificates
        fixtures = Path(__file__).parents[3] / "test" / "signing" / "fixtures"
        content = (fixtures / "modern.p12").read_bytes()
        added = certificates.add("seal", content, "Zürich-1")
        self.assertEqual((added["name"], added["keyType"]), ("seal", "RSA 2048"))
        self.assertEqual(certificates.list(), [added])
        with self.assertRaises(platen.BadRequest):
            certificates.add("seal", content, "wrong")
        certificates.remove("seal")
        with self.assertRaises(platen.NotFound):
            certificates.remove("seal")

    def test_batches(self) -> None:
        batches = client().batches
        template_id = upload("<p>{{name}}</p>")
        rows = [{"name": "Ada"}, {"name": "Bo"}]
        self.assertEqual(batches.check(template_id=template_id, rows=rows)["rows"], 2)
        keyed = {"template_id": template_id, "rows": rows, "name": "guests", "idempotency_key": "batch-1"}
        started = batches.create(**keyed)
        self.assertEqual(batches.create(**keyed)["batchId"], started["batchId"])
        seen: list[str] = []
        ended = batches.wait(started["batchId"], poll=0.05, on_progress=lambda batch: seen.append(batch["status"]))
        self.assertEqual((ended["status"], ended["rowsCompleted"], seen[-1]), ("completed", 2, "completed"))
        [result] = batches.downloads(ended)
        self.assertEqual(result.file_name, "guests.pdf")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "all.pdf"
            result.save(path)
            self.assertTrue(path.read_bytes().startswith(b"%PDF-"))
        mapping = {"Who": "name", "n": {"path": "n", "type": "number"}}
        second = batches.create(
            template_id=template_id,
            rows=b"Who,n\nAda,x\nBo,2\n",
            output="zip",
            file_name="{Who}",
            mapping=mapping,
        )
        batches.wait(second["batchId"], poll=0.05)
        self.assertTrue(batches.failed_rows(second["batchId"]).startswith("Who,n,error\r\nAda,x,"))
        page = batches.list(limit=1)
        self.assertEqual([batch["batchId"] for batch in page["batches"]], [second["batchId"]])
        with self.assertRaises(platen.Conflict):
            batches.cancel(second["batchId"])
        with self.assertRaises(platen.Conflict):
            batches.resume(second["batchId"])
        with self.assertRaises(platen.NotFound):
            batches.get(UNKNOWN_ID)

    def test_pdf(self) -> None:
        source = '<p>{{n}}</p><script>throw new Error("oh")</script>'
        pdf = client().pdf.generate(template_id=upload(source), data=[{"n": 1}, {"n": 2}])
        self.assertEqual((pdf.pages_generated, pdf.sheets, pdf.expires_in), (2, 2, "5 days"))
        self.assertGreater(pdf.warnings, 0)
        whole = pdf.download()
        self.assertTrue(whole.startswith(b"%PDF-") and len(whole) == pdf.size)
        self.assertEqual(b"".join(pdf.stream()), whole)
        with tempfile.TemporaryDirectory() as folder:
            pdf.save(Path(folder, "x.pdf"))
            self.assertEqual(Path(folder, "x.pdf").read_bytes(), whole)
            self.assertEqual(os.listdir(folder), ["x.pdf"])

    def test_scale(self) -> None:
        template_id = upload("<style>@page { size: A5 }</style><div style='width: 190mm'>x</div>")
        scaled = client().pdf.generate(template_id=template_id, data={})
        self.assertTrue(0.7 <= (scaled.scale or 0) < 1, scaled.scale)
        self.assertEqual(client().pdf.generate_bytes(template_id=template_id, data={}).scale, scaled.scale)
        older = client("older").pdf
        self.assertIsNone(older.generate(template_id=template_id, data={}).scale)
        self.assertIsNone(client("older_bytes").pdf.generate_bytes(template_id=template_id, data={}).scale)

    def test_preview(self) -> None:
        templates = client().templates
        shown = templates.preview(content="<p>{{n}}</p>", data=[{"n": 1}, {"n": 2}], sheet=2, width=100)
        self.assertEqual((shown.sheets, shown.scale, shown.elements_left_out), (2, 1, 0))
        self.assertEqual(shown.pages, [{"sheets": 1, "scale": 1, "overflow": "none"}] * 2)
        self.assertTrue((shown.png or b"").startswith(b"\x89PNG"))
        self.assertIsNone(templates.preview(template_id=upload("x"), picture=False).png)
        self.assertIsNone(templates.check("{{n}}"))
        with self.assertRaises(platen.BadRequest) as raised:
            templates.check("\n{{#if x}}")
        self.assertIn("Parse error", raised.exception.detail or "")
        self.assertEqual(raised.exception.position and raised.exception.position.line, 2)

    def test_account(self) -> None:
        credits, usage = client().credits(), client().usage(days=1, time_zone="UTC")
        self.assertEqual(credits["available"], credits["credits"] - credits["reserved"])
        self.assertEqual((usage["from"], len(usage["days"])), (usage["to"], 1))
        with self.assertRaises(platen.BadRequest):
            client().usage(from_="2026-02-30")

    def test_files(self) -> None:
        template_id = upload("<p>{{n}}</p>")
        data = [{"n": 1}, {"n": 2}]
        would = client().pdf.dry_run(template_id=template_id, data=data)
        self.assertEqual((would["dryRun"], would["cost"], would["sheets"]), (True, 2, 2))
        pdf = client().pdf.generate_bytes(template_id=template_id, data=data, idempotency_key="files")
        self.assertTrue(pdf.content.startswith(b"%PDF-") and pdf.pdf_url.startswith("http"))
        self.assertEqual((pdf.sheets, pdf.pages_generated, pdf.warnings), (2, 2, 0))
        picture = client().pdf.generate_picture(
            template_id=template_id, data=data, sheet=2, width=100, idempotency_key="files"
        )
        self.assertTrue(picture.content.startswith(b"\x89PNG"))
        self.assertEqual(picture.pdf_url, pdf.pdf_url)

    def test_schema(self) -> None:
        templates, template_id = client().templates, upload("<p>{{n}}</p>")
        self.assertEqual(templates.schema.get(template_id), {})
        templates.schema.set(template_id, {"required": ["n"]})
        self.assertEqual(templates.schema.get(template_id), {"required": ["n"]})
        with self.assertRaises(platen.BadRequest) as unfit:
            client().pdf.generate(template_id=template_id, data={})
        self.assertEqual(list(unfit.exception.problems), [{"path": "/n", "message": "is missing"}])
        templates.schema.remove(template_id)
        templates.sample_data.set(template_id, [{"n": 1}])
        self.assertEqual(templates.sample_data.get(template_id), [{"n": 1}])
        templates.sample_data.remove(template_id)
        self.assertEqual(templates.sample_data.get(template_id), {})

    def test_tags_and_archive(self) -> None:
        templates, template_id = client().templates, upload("<p></p>")
        self.assertEqual(templates.set_tags(template_id, [" python ", "b"]), ["python", "b"])
        self.assertEqual([one["templateId"] for one in templates.list(tag="python")], [template_id])
        templates.archive(template_id)
        self.assertEqual(len(templates.list(tag="python")), 1)
        self.assertEqual(templates.list(tag="python", archived="exclude"), [])
        self.assertEqual(len(templates.list(tag="python", archived="only")), 1)
        with self.assertRaises(platen.Conflict):
            client().pdf.generate(template_id=template_id, data={})
        templates.unarchive(template_id)
        self.assertEqual(len(templates.list(tag="python")), 1)

    def test_data_sets(self) -> None:
        templates, template_id = client().templates, upload("<p>{{n}}</p>")
        data_sets = templates.data_sets
        data_sets.set(template_id, "one", {"n": 1}, if_absent=True)
        (listed,) = data_sets.list(template_id)
        self.assertEqual((listed["name"], data_sets.get(template_id, "one")), ("one", {"n": 1}))
        data_sets.set(template_id, "one", {"n": 2}, if_version=listed["version"])
        with self.assertRaises(platen.Changed):
            data_sets.set(template_id, "one", {"n": 3}, if_version=listed["version"])
        data_sets.rename(template_id, "one", "two")
        preview = templates.preview(template_id=template_id, data_set="two", picture=False)
        self.assertEqual(preview.sheets, 1)
        data_sets.remove(template_id, "two")
        self.assertEqual(data_sets.list(template_id), [])

    def test_jobs(self) -> None:
        job = client().pdf.generate_async(
            template_id=upload("<p>{{n}}</p>"),
            data={"n": 1},
            send_email=["ada@example.com"],
            options={"filename": "Akte"},
        )
        finished = job.wait(poll=0.05, timeout=30)
        self.assertIn("/Akte.pdf?", str(finished.job["pdfUrl"]))
        self.assertEqual((finished.job["jobId"], len(finished.download())), (job.id, finished.size))
        self.assertEqual(client().jobs.get(job.id)["recipients"][0]["email"], "ada@example.com")
        self.assertEqual([one["jobId"] for one in client().jobs.list(status="completed", limit=1)["jobs"]], [job.id])
        broken = client().pdf.generate_async(template_id=upload("{{formatDate this}}"), data={})
        with self.assertRaises(platen.JobFailed) as failed:
            broken.wait(poll=0.05)
        self.assertEqual(failed.exception.job["jobId"], broken.id)
        slow = upload("<script>platen.ready = new Promise((resolve) => setTimeout(resolve, 1000))</script>")
        with self.assertRaises(TimeoutError):
            client().pdf.generate_async(template_id=slow, data={}).wait(poll=0.05, timeout=0.1)

    def test_errors(self) -> None:
        with self.assertRaises(platen.BadRequest) as invalid:
            client().templates.upload(name="x", content="{{#if")
        self.assertEqual(invalid.exception.status, 400)
        self.assertIn("Parse error", invalid.exception.detail or "")
        self.assertEqual(len(invalid.exception.request_id or ""), 36)
        with self.assertRaises(platen.Unauthorized):
            Platen(api_key="tlfy_x", base_url=PARAMETERS["ways"]["straight"]).templates.list()
        with self.assertRaises(platen.NotFound):
            client().jobs.get(UNKNOWN_ID)
        poor = Platen(api_key=PARAMETERS["poorKey"], base_url=PARAMETERS["ways"]["straight"])
        created = poor.templates.upload(name="x", content="<p></p>")
        with self.assertRaises(platen.InsufficientCredits) as refused:
            poor.pdf.generate(template_id=created["templateId"], data={})
        self.assertEqual(refused.exception.billing_url, PARAMETERS["billingUrl"])
        for wrong in ({"api_key": "tlfy_x\n"}, {"base_url": "localhost"}, {"base_url": "ftp://x"}):
            with self.assertRaises(ValueError) as unusable:
                Platen(**{"api_key": "tlfy_x", "base_url": "https://x", **wrong})
            self.assertNotIn("tlfy_x", str(unusable.exception))
        self.assertNotIn(PARAMETERS["key"], repr(vars(client().pdf)))


class Faults(unittest.TestCase):
    def test_charged_once_after_a_timeout(self) -> None:
        slow = upload("<script>platen.ready = new Promise((resolve) => setTimeout(resolve, 1500))</script>")
        client("timeout", timeout=0.7, retries=MANY_RETRIES).pdf.generate(template_id=slow, data={})

    def test_charged_once_when_answers_are_lost(self) -> None:
        client("lost", timeout=1, retries=MANY_RETRIES).pdf.generate(template_id=upload("<p></p>"), data={})

    def test_one_job(self) -> None:
        way = client("job", timeout=1, retries=MANY_RETRIES)
        job = way.pdf.generate_async(template_id=upload("<p></p>"), data={})
        job.wait(poll=0.05)

    def test_gives_up(self) -> None:
        with self.assertRaises(platen.ServerError) as error:
            client("down", retries=1).templates.list()
        self.assertEqual(error.exception.status, 502)
        with self.assertRaises(platen.Timeout):
            client("hangs", timeout=0.2, retries=0).templates.list()
        with self.assertRaises(platen.ConnectionFailed):
            client("cut", retries=0).templates.list()
        with self.assertRaises(platen.RateLimited) as later:
            client("later").templates.list()
        self.assertEqual(later.exception.retry_after, 3600)
        with self.assertRaises(platen.PlatenError) as other:
            client("page").templates.list()
        self.assertIn("base_url", other.exception.message)
        with self.assertRaises(platen.PlatenError) as moved:
            client("moved").templates.list()
        self.assertEqual(moved.exception.status, 307)

    def test_uploads_once(self) -> None:
        for _ in range(3):
            with self.assertRaises(platen.PlatenError):
                client("upload", timeout=3).templates.upload(name="unsure", content="<p></p>")
        client("sure").templates.upload(name="sure", content="<p></p>")
        nowhere = Platen(api_key=PARAMETERS["key"], base_url="http://127.0.0.1:1", retries=1)
        with self.assertRaises(platen.ConnectionFailed):
            nowhere.templates.upload(name="x", content="<p></p>")

    def test_removes(self) -> None:
        client("remove").templates.remove(upload("<p></p>"))

    def test_downloads_again(self) -> None:
        rendered = client().pdf.generate(template_id=upload("<p></p>"), data={})
        way = PARAMETERS["ways"]["download"]
        pdf = platen.GeneratedPdf(
            **{**vars(rendered), "pdf_url": rendered.pdf_url.replace(PARAMETERS["ways"]["straight"], way)}
        )
        self.assertEqual(len(pdf.download()), pdf.size)
        with self.assertRaises(platen.ConnectionFailed):
            list(pdf.stream())


class Webhooks(unittest.TestCase):
    def test_verify(self) -> None:
        body, headers, secret = (
            PARAMETERS["webhook"]["body"],
            PARAMETERS["webhook"]["headers"],
            PARAMETERS["webhook"]["secret"],
        )
        event = platen.verify_webhook(body, headers, secret)
        self.assertEqual((event["type"], event["id"]), ("webhook.test", headers["webhook-id"]))
        self.assertEqual(platen.verify_webhook(body.encode(), headers, secret), event)
        later = str(int(headers["webhook-timestamp"]) + 1)
        for changed in (
            {"webhook-id": "x"},
            {"webhook-timestamp": later},
            {"webhook-timestamp": "soon"},
            {"webhook-timestamp": "1"},
            {"webhook-signature": "v1,x é"},
            {"webhook-signature": ""},
        ):
            with self.assertRaises(platen.WebhookSignatureError):
                platen.verify_webhook(body, {**headers, **changed}, secret)
        with self.assertRaises(platen.WebhookSignatureError):
            platen.verify_webhook(body + " ", headers, secret)
        with self.assertRaises(ValueError):
            platen.verify_webhook(body, headers, "whsec_")


class Package(unittest.TestCase):
    def test_needs_the_standard_library_only(self) -> None:
        ours = {name for name in sys.modules if name.split(".")[0] == "platen"}
        self.assertGreaterEqual(len(ours), 6)
        source = Path(platen.__file__).parent
        for file in source.glob("*.py"):
            for line in file.read_text().splitlines():
                if line.startswith(("import ", "from ")) and not line.startswith("from ."):
                    self.assertIn(line.split()[1].split(".")[0], sys.stdlib_module_names, line)


if __name__ == "__main__":
    unittest.main()
