CREATE TABLE guests (
	kind VARCHAR(16) NOT NULL,
	"key" VARCHAR(200) NOT NULL,
	person VARCHAR(64) NOT NULL,
	since DATETIME NOT NULL,
	PRIMARY KEY (kind, "key", person)
);
INSERT INTO "guests" VALUES('play','k1','ana''s phone','2026-11-30 04:47:16.959221');
CREATE TABLE seats (
	kind VARCHAR(16) NOT NULL,
	"key" VARCHAR(200) NOT NULL,
	player VARCHAR(60) NOT NULL,
	person VARCHAR(64) NOT NULL,
	since DATETIME NOT NULL,
	PRIMARY KEY (kind, "key", player)
);
INSERT INTO "seats" VALUES('play','k1','Ana','ana''s phone','2026-11-30 04:47:17.053522');
