// Checks the log of an index with golang.org/x/mod/sumdb/note and /tlog, which are not ours.
//
// Usage: check LOG_FOLDER [OLDER_CHECKPOINT ...]
//
// The checkpoint is a note signed by the key in LOG_FOLDER/key; the entries give its root and every tile; each of up to
// 2,000 entries has a proof of inclusion out of the tiles; and the trees of every pair of days, and of the older
// checkpoints, are consistent by a proof out of the tiles. Prints what was checked as JSON, or what is wrong.
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const height = 8
const mostProofs = 2000

type checked struct {
	Origin       string `json:"origin"`
	Size         int64  `json:"size"`
	Tiles        int    `json:"tiles"`
	Inclusions   int    `json:"inclusions"`
	Days         int    `json:"days"`
	Checkpoints  int    `json:"checkpoints"`
	Consistent   int    `json:"consistent_pairs"`
	Cosignatures int    `json:"cosignatures"`
}

type day struct {
	Date             string `json:"date"`
	LogSize          int64  `json:"log_size"`
	LogRoot          string `json:"log_root"`
	CheckpointSha256 string `json:"checkpoint_sha256"`
}

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: check LOG_FOLDER [OLDER_CHECKPOINT ...]")
		os.Exit(2)
	}
	result, err := check(os.Args[1], os.Args[2:])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	json.NewEncoder(os.Stdout).Encode(result)
}

func check(folder string, older []string) (*checked, error) {
	key, err := os.ReadFile(filepath.Join(folder, "key"))
	if err != nil {
		return nil, err
	}
	verifier, err := note.NewVerifier(strings.TrimSpace(string(key)))
	if err != nil {
		return nil, fmt.Errorf("key: %w", err)
	}
	tree, cosignatures, err := open(filepath.Join(folder, "checkpoint"), verifier)
	if err != nil {
		return nil, err
	}
	result := &checked{Origin: verifier.Name(), Size: tree.N, Cosignatures: cosignatures}
	stored, err := storedHashes(folder, tree.N)
	if err != nil {
		return nil, err
	}
	if err := checkRoot(tree, stored); err != nil {
		return nil, err
	}
	if result.Tiles, err = checkTiles(folder, tree.N, stored); err != nil {
		return nil, err
	}
	reader := &files{folder: folder, size: tree.N, kept: map[tlog.Tile][]byte{}}
	if result.Inclusions, err = checkInclusions(tree, reader, stored); err != nil {
		return nil, err
	}
	trees, err := daysOf(folder, verifier.Name(), tree.N, stored)
	if err != nil {
		return nil, err
	}
	result.Days = len(trees)
	for _, path := range older {
		one, _, err := open(path, verifier)
		if err != nil {
			return nil, err
		}
		trees = append(trees, one)
		result.Checkpoints++
	}
	result.Consistent, err = checkPairs(append(trees, tree), reader)
	return result, err
}

// open verifies a checkpoint and gives its tree, and how many further signatures it carries.
func open(path string, verifier note.Verifier) (tlog.Tree, int, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return tlog.Tree{}, 0, err
	}
	opened, err := note.Open(text, note.VerifierList(verifier))
	if err != nil {
		return tlog.Tree{}, 0, fmt.Errorf("%s: %w", path, err)
	}
	lines := strings.Split(opened.Text, "\n")
	if len(lines) != 4 || lines[0] != verifier.Name() || lines[3] != "" {
		return tlog.Tree{}, 0, fmt.Errorf("%s: not origin, size and root", path)
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil {
		return tlog.Tree{}, 0, err
	}
	root, err := tlog.ParseHash(lines[2])
	return tlog.Tree{N: size, Hash: root}, len(opened.UnverifiedSigs), err
}

// storedHashes gives the hashes of all nodes, made of the entries alone.
func storedHashes(folder string, size int64) (memory, error) {
	stored := memory{}
	for index := int64(0); index*256 < size; index++ {
		path := tilePath(tlog.Tile{H: height, L: -1, N: index, W: int(least(256, size-index*256))})
		bundle, err := os.ReadFile(filepath.Join(folder, path))
		if err != nil {
			return nil, err
		}
		n := index * 256
		for rest := bundle; len(rest) > 0; n++ {
			if len(rest) < 2 || len(rest) < 2+int(rest[0])*256+int(rest[1]) {
				return nil, fmt.Errorf("%s ends within an entry", path)
			}
			end := 2 + int(rest[0])*256 + int(rest[1])
			hashes, err := tlog.StoredHashes(n, rest[2:end], stored)
			if err != nil {
				return nil, err
			}
			stored = append(stored, hashes...)
			rest = rest[end:]
		}
		if n != least(size, (index+1)*256) {
			return nil, fmt.Errorf("%s has entries up to %d", path, n)
		}
	}
	return stored, nil
}

func checkRoot(tree tlog.Tree, stored memory) error {
	root, err := tlog.TreeHash(tree.N, stored)
	if err == nil && root != tree.Hash {
		err = fmt.Errorf("the %d entries give another root", tree.N)
	}
	return err
}

// checkTiles compares every tile with what the entries give.
func checkTiles(folder string, size int64, stored memory) (int, error) {
	count := 0
	for _, tile := range tlog.NewTiles(height, 0, size) {
		// All widths that the last tile of a level has had are listed.
		if tile.W != width(tile, size) {
			continue
		}
		count++
		path := tilePath(tile)
		found, err := os.ReadFile(filepath.Join(folder, path))
		if err != nil {
			return 0, err
		}
		made, err := tlog.ReadTileData(tile, stored)
		if err != nil {
			return 0, err
		}
		if !bytes.Equal(found, made) {
			return 0, fmt.Errorf("%s is not made of the entries", path)
		}
	}
	return count, nil
}

func checkInclusions(tree tlog.Tree, reader *files, stored memory) (int, error) {
	count := 0
	step := tree.N/mostProofs + 1
	hashes := tlog.TileHashReader(tree, reader)
	for n := int64(0); n < tree.N; n += step {
		proof, err := tlog.ProveRecord(tree.N, n, hashes)
		if err != nil {
			return count, err
		}
		if err := tlog.CheckRecord(proof, tree.N, tree.Hash, n, stored[tlog.StoredHashIndex(0, n)]); err != nil {
			return count, fmt.Errorf("entry %d: %w", n, err)
		}
		count++
	}
	return count, nil
}

// daysOf gives the tree of each day, whose checkpoint has the hash that the day names.
func daysOf(folder, origin string, size int64, stored memory) ([]tlog.Tree, error) {
	text, err := os.ReadFile(filepath.Join(folder, "entries/days.json"))
	if err != nil {
		return nil, err
	}
	var days []day
	if err := json.Unmarshal(text, &days); err != nil {
		return nil, err
	}
	var trees []tlog.Tree
	for _, one := range days {
		if one.LogSize > size {
			continue
		}
		var tree tlog.Tree
		root, err := hex.DecodeString(one.LogRoot)
		if err != nil || len(root) != tlog.HashSize {
			return nil, fmt.Errorf("%s: log_root is no hash", one.Date)
		}
		tree.N = one.LogSize
		copy(tree.Hash[:], root)
		if err := checkRoot(tree, stored); err != nil {
			return nil, fmt.Errorf("%s: %w", one.Date, err)
		}
		body := fmt.Sprintf("%s\n%d\n%s\n", origin, tree.N, base64.StdEncoding.EncodeToString(root))
		if sum := sha256.Sum256([]byte(body)); hex.EncodeToString(sum[:]) != one.CheckpointSha256 {
			return nil, fmt.Errorf("%s: checkpoint_sha256 is of another checkpoint", one.Date)
		}
		trees = append(trees, tree)
	}
	return trees, nil
}

// checkPairs proves of every two trees that the smaller one is the beginning of the larger one.
func checkPairs(trees []tlog.Tree, reader *files) (int, error) {
	sort.SliceStable(trees, func(i, j int) bool { return trees[i].N < trees[j].N })
	count := 0
	for j, newer := range trees {
		hashes := tlog.TileHashReader(newer, reader)
		for _, old := range trees[:j] {
			proof, err := tlog.ProveTree(newer.N, old.N, hashes)
			if err == nil {
				err = tlog.CheckTree(proof, newer.N, newer.Hash, old.N, old.Hash)
			}
			if err != nil {
				return count, fmt.Errorf("%d entries after %d: %w", newer.N, old.N, err)
			}
			count++
		}
	}
	return count, nil
}

// memory is the store of hashes in tlog's own order.
type memory []tlog.Hash

func (m memory) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	out := make([]tlog.Hash, len(indexes))
	for i, index := range indexes {
		if index >= int64(len(m)) {
			return nil, fmt.Errorf("hash %d is not there", index)
		}
		out[i] = m[index]
	}
	return out, nil
}

// files reads tiles of a log on disk. A tile of an older tree is the beginning of the one that is there now.
type files struct {
	folder string
	size   int64
	kept   map[tlog.Tile][]byte
}

func (f *files) Height() int                     { return height }
func (f *files) SaveTiles([]tlog.Tile, [][]byte) {}

func (f *files) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	data := make([][]byte, len(tiles))
	for i, tile := range tiles {
		whole := tile
		whole.W = width(tile, f.size)
		if f.kept[whole] == nil {
			read, err := os.ReadFile(filepath.Join(f.folder, tilePath(whole)))
			if err != nil {
				return nil, err
			}
			f.kept[whole] = read
		}
		if len(f.kept[whole]) < tile.W*tlog.HashSize {
			return nil, fmt.Errorf("%s is too short", tilePath(whole))
		}
		data[i] = f.kept[whole][:tile.W*tlog.HashSize]
	}
	return data, nil
}

// tilePath spells a tile as C2SP tlog-tiles does: without its height, and records as "entries".
func tilePath(tile tlog.Tile) string {
	path := strings.Replace(tile.Path(), fmt.Sprintf("tile/%d/", height), "tile/", 1)
	return strings.Replace(path, "tile/data/", "tile/entries/", 1)
}

// width gives how many hashes a tile has in a tree of this size.
func width(tile tlog.Tile, size int64) int {
	return int(least(256, size>>uint(height*tile.L)-tile.N*256))
}

func least(a, b int64) int64 {
	if a < b {
		return a
	}
	return b
}
